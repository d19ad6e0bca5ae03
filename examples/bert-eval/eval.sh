#!/bin/bash
python -m torch.distributed.launch --nproc_per_node 8 --master_prot 29501 evaluate.py --deepspeed ds_evl.json

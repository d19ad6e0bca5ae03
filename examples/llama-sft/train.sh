#!/bin/bash
# Supervised fine-tuning on two nodes.
NUM_GPUS=16
CONFIG=ds_config.json

deepspeed --hostfile hostfile --num_gpus $NUM_GPUS --master_port 295000 \
  train.py \
  --model_name_or_path meta-llama/Llama-2-7b-hf \
  # --gradient_checkpointing \
  --deepspeed_config $CONFIG \
  --output_dir out

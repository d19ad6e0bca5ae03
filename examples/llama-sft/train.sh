#!/bin/bash
# Supervised fine-tuning on two nodes.
NUM_GPUS=8
CONFIG=ds_config.json

deepspeed --hostfile hostfile --num_gpus $NUM_GPUS --master_port 295000 \
  train.py \
  --deepspeed --deepspeed_config $CONFIG \
  --model_name_or_path meta-llama/Llama-2-7b-hf \
  # --gradient_checkpointing \
  --output_dir out

#### plain
#!/bin/bash
deepspeed --num_gpus 8 train.py --deepspeed ds.json --output_dir out
#### continued
#!/usr/bin/env bash
deepspeed \
  --num_gpus=4 \
  --master_port 29501 \
  train.py \
  --model_name_or_path facebook/opt-1.3b \
  --per_device_train_batch_size 2 \
  --deepspeed ds.json
#### variables
MODEL=meta-llama/Llama-2-7b-hf
OUT=output/$(basename $MODEL)
BATCH=4
ACCUM=8
torchrun --nproc_per_node=8 train.py --model $MODEL --output_dir "$OUT" --batch $BATCH --accum $ACCUM --total $((BATCH * ACCUM * 8))
#### defaults
NUM_GPUS=${NUM_GPUS:-8}
ZERO_STAGE="${ZERO_STAGE:-3}"
: "${MASTER_PORT_:=29500}"
CONFIG=${CONFIG-"ds_zero${ZERO_STAGE}.json"}
deepspeed --num_gpus "$NUM_GPUS" --master_port $MASTER_PORT_ train.py --deepspeed "$CONFIG"
#### array of arguments
ARGS=(
  --model_name_or_path gpt2   # small
  --bf16
  --lr 1e-5
  --run_name "first run"
)
ARGS+=(--deepspeed ds.json)
deepspeed train.py "${ARGS[@]}" --seed 42
#### arrays in groups
DISTRIBUTED_ARGS=(
    --nproc_per_node 8
    --nnodes 1
    --master_addr localhost
    --master_port 6000
)
MODEL_ARGS=(--num-layers 24 --hidden-size 1024)
TRAINING_ARGS=(
    --micro-batch-size 4
    --lr 0.00015
)
torchrun ${DISTRIBUTED_ARGS[@]} pretrain.py ${MODEL_ARGS[@]} "${TRAINING_ARGS[@]}" --count ${#MODEL_ARGS[@]}
#### string of arguments
GPUS_PER_NODE=8
DISTRIBUTED_ARGS="--nproc_per_node $GPUS_PER_NODE --nnodes 1 --master_port 6001"
OPTIONS=" \
    --num-layers 12 \
    --fp16 \
    --split 949,50,1 "
python -m torch.distributed.launch $DISTRIBUTED_ARGS pretrain.py $OPTIONS
#### string that grows
OPTS=""
OPTS+=" --model-config config.json"
OPTS+=" --batch-size 8"
OPTS+=" --lr 5e-6"
CMD="torchrun --nproc_per_node 4 train.py ${OPTS}"
echo ${CMD}
${CMD}
#### eval of a command
cmd="deepspeed --include localhost:0,1 train.py --deepspeed_config ds.json"
cmd+=" --name 'two words'"
echo $cmd
eval $cmd
#### visible devices
export CUDA_VISIBLE_DEVICES=0,1,2,3
NGPU=$(echo $CUDA_VISIBLE_DEVICES | tr ',' '\n' | wc -l)
accelerate launch --num_processes $NGPU --config_file acc.yaml train.py
#### devices for one command
CUDA_VISIBLE_DEVICES=4,5 NCCL_DEBUG=INFO python train.py --local_rank -1
CUDA_VISIBLE_DEVICES=6 python eval.py
#### environment
export NCCL_DEBUG=INFO
export NCCL_IB_DISABLE=1 NCCL_SOCKET_IFNAME=eth0
export OMP_NUM_THREADS=$((64 / 8))
export TOKENIZERS_PARALLELISM=false
PYTHONPATH=src export WANDB_MODE=offline
deepspeed train.py --deepspeed ds.json
#### quotes
deepspeed train.py --prompt "Hello, \"world\"" --price '$5' --path "a b/c" --json '{"a": [1, 2], "b": "c"}' --empty "" --escaped a\ b\$c
#### quotes within words
NAME=run
deepspeed --output=out/"$NAME"_1 train.py --a='x y' --b="$NAME"'$NAME' --c=$NAME-$NAME.json --d="${NAME}s"
#### json in a string
ZERO='{"zero_optimization": {"stage": 2}, "train_batch_size": 8}'
python train.py --deepspeed_config "$ZERO"
#### logs
mkdir -p logs
deepspeed --num_gpus 2 train.py --a 1 2>&1 | tee logs/train_$(date +%s).log
deepspeed --num_gpus 2 train.py --b 2 > logs/out.txt 2>&1
deepspeed --num_gpus 2 train.py --c 3 &> logs/all.txt &
wait
#### background
nohup python train.py --rank 0 > a.log 2>&1 &
PID=$!
python train.py --rank 1
wait $PID
echo "ended: $?"
python eval.py --port 29500
#### folder of the script
cd "$(dirname "$0")/.."
python train.py --deepspeed ds.json
cd sub/deep
python train.py
#### folder kept in a variable
DIR="$( cd "$( dirname "${BASH_SOURCE[0]}" )" && pwd )"
ROOT=$(dirname "$DIR")
torchrun $DIR/train.py --config "$ROOT/ds.json" --output $DIR/out
#### folder by realpath
SCRIPT=$(realpath "$0")
HERE=$(dirname "$SCRIPT")
deepspeed $HERE/train.py --deepspeed $HERE/ds.json
#### start folder
BASE=$PWD
export PYTHONPATH=$BASE/src
cd sub
deepspeed ${BASE}/train.py --deepspeed ${BASE}/ds.json --here $(pwd)
cd ..
deepspeed train.py --here "$(pwd)"
#### folders there and back
pushd sub > /dev/null
python a.py
popd > /dev/null
python b.py
(cd sub/deep && python c.py)
python d.py
#### interpreter in a variable
PYTHON=${PYTHON:-python3}
LAUNCHER="$PYTHON -m torch.distributed.run --nproc_per_node 2"
$LAUNCHER train.py --x 1
#### interpreter by which
PYTHON=$(which python)
numactl --cpunodebind=0 $PYTHON train.py --bind
#### one option a line in a file
cat > out/ds.json <<JSON
{
  "train_batch_size": ${BATCH:-16},
  "zero_optimization": { "stage": 3 }
}
JSON
deepspeed train.py --deepspeed out/ds.json
#### config with nothing expanded
cat <<'JSON' > out/ds.json
{ "a": "$NOT", "b": "`no`" }
JSON
deepspeed train.py --deepspeed out/ds.json --batch ${BATCH:-16}
#### arithmetic
GPUS=8
NODES=4
MICRO=2
GLOBAL=256
WORLD=$((GPUS*NODES))
ACCUM=$((GLOBAL / (MICRO * WORLD)))
(( WARMUP = GLOBAL > 128 ? 500 : 100 ))
let STEPS=1000*2
deepspeed train.py --world $WORLD --accum $ACCUM --warmup $WARMUP --next $((WORLD + 1)) --rest $((GLOBAL % 7)) --bits $(( 1 << 10 ))
#### names from paths
DATA=/data/corpus/train.jsonl.gz
BASE=${DATA##*/}
STEM=${BASE%%.*}
EXT=${BASE#*.}
python prep.py --in $DATA --base $BASE --stem $STEM --ext $EXT --dir ${DATA%/*} --other ${DATA/train/eval} --upper ${STEM^^} --first ${STEM:0:2}
#### lists
GPU_LIST="0,1,2,3"
COUNT=$(( $(echo $GPU_LIST | tr -cd , | wc -c) + 1 ))
deepspeed --include localhost:$GPU_LIST train.py --count $COUNT --spaced ${GPU_LIST//,/ } --last ${GPU_LIST: -1} --length ${#GPU_LIST}
#### joined by commas
IDS=(0 2 4)
JOINED=$(IFS=,; echo "${IDS[*]}")
IFS=, eval 'LIST="${IDS[*]}"'
deepspeed --include "localhost:$JOINED" train.py --n ${#IDS[@]} --one ${IDS[1]} --last ${IDS[-1]} --list "$LIST"
#### comments
# deepspeed old.py
deepspeed train.py --a 1 # --b 2
deepspeed train.py --hash a#b --quoted "# no comment" #--c
#### trailing backslash at the end
deepspeed train.py \
  --lr 1e-4 \

echo end
deepspeed eval.py \
#### without a line end
deepspeed train.py --last one\
#### conda and modules
source ~/.bashrc
conda activate train
module load cuda/12.1
eval "$(conda shell.bash hook)"
LR=1e-4
deepspeed train.py --lr $LR
#### hydra
python train.py model=llama trainer.devices=8 'trainer.precision="bf16"' data.files=['a','b'] hydra.run.dir='out/${now:%H}' +extra=1 ~drop lr=${LR:-1e-4}
#### strict
set -euo pipefail
set -x
export HF_HOME=/cache/hf
trap 'echo failed' ERR
python - <<'PY'
print("$HOME")
PY
deepspeed train.py --cache $HF_HOME

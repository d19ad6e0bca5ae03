#### hostfile
#!/bin/bash
HOSTFILE=${HOSTFILE:-hostfile}
deepspeed --hostfile=$HOSTFILE --num_nodes 2 --num_gpus 8 --master_addr w1 train.py --deepspeed --deepspeed_config ds.json
#### include and exclude
INCLUDE="w1:0,1@w2:0,1"
deepspeed --include $INCLUDE train.py
deepspeed --exclude="w3@w4:0" --master_port=$((29500 + 7)) train.py
#### torchrun by ranks of the platform
NNODES=${PET_NNODES:-1}
NODE_RANK=${RANK:-0}
MASTER=${MASTER_ADDR:-127.0.0.1}
WORLD_SIZE=${WORLD_SIZE:-1}
GPUS=8
torchrun --nnodes $NNODES --node_rank $NODE_RANK --master_addr $MASTER --nproc_per_node $GPUS train.py --world $((WORLD_SIZE * GPUS))
#### ssh to each
for h in w1 w2; do
  ssh $h "cd $PWD && deepspeed train.py" &
done
wait
python done.py --x 1
#### accelerate
NUM_MACHINES=2
NUM_PROCESSES=$((8 * NUM_MACHINES))
accelerate launch \
    --config_file "configs/zero3.yaml" \
    --num_machines $NUM_MACHINES \
    --num_processes "${NUM_PROCESSES}" \
    --machine_rank ${MACHINE_RANK_OWN:-0} \
    --main_process_ip 10.0.0.1 \
    --main_process_port 29500 \
    train.py \
    --config ds.json
#### rendezvous
RDZV="--rdzv_backend=c10d --rdzv_endpoint=${HEAD:-w1}:29400 --rdzv_id=job7"
torchrun --nnodes=1:4 --nproc_per_node=8 --max_restarts=3 $RDZV train.py
#### elastic by module
python3 -m torch.distributed.run --nnodes=2 --node_rank=0 -m package.train --config ds.json
#### no ssh
NODE=${NODE_INDEX:-0}
deepspeed --no_ssh --node_rank=$NODE --master_addr=10.0.0.1 --master_port=12345 --num_nodes=2 train.py
#### launcher arguments
LAUNCHER=openmpi
LAUNCHER_ARGS="-mca btl_tcp_if_include eth0"
deepspeed --launcher $LAUNCHER --launcher_args="$LAUNCHER_ARGS" --hostfile hostfile train.py
#### user arguments with flags of the launcher's name
deepspeed train.py --num_gpus 2 --hostfile none
#### env file
cat > out/.deepspeed_env <<ENV
NCCL_DEBUG=INFO
HF_HOME=/cache
ENV
export DS_ENV_FILE=out/.deepspeed_env
deepspeed --hostfile hostfile train.py
#### numa
numactl --cpunodebind=0 --membind=0 deepspeed --bind_cores_to_rank --num_accelerators 2 train.py
#### colossalai
colossalai run --nproc_per_node 4 --host w1,w2 --master_addr w1 train.py --plugin gemini
#### mpi with a string of arguments
MPI_ARGS="-np 8 -H w1:4,w2:4 --allow-run-as-root"
CMD="python train.py --deepspeed_mpi"
mpirun $MPI_ARGS $CMD --more "a b"
mpiexec -n 4 env OMP_NUM_THREADS=1 python train.py
#### horovod
horovodrun -np 4 -H localhost:4 python train.py --x
#### two stages
BASE=out/base
deepspeed --num_gpus 8 sft.py --output_dir $BASE/sft --deepspeed ds.json
deepspeed --num_gpus 8 dpo.py --model $BASE/sft --output_dir $BASE/dpo --deepspeed ds.json
python eval.py --model ${BASE}/dpo/final --out "${BASE##*/}.json"
#### megatron
GPUS_PER_NODE=8
NNODES=2
TP=2
PP=4
WORLD=$(($GPUS_PER_NODE*$NNODES))
DP=$((WORLD/TP/PP))
MICRO=1
GLOBAL=$((MICRO*DP*16))
CHECKPOINT=checkpoints/gpt_${TP}_${PP}
DATA=data/text_document
GPT_ARGS="
    --num-layers 24
    --micro-batch-size $MICRO
    --global-batch-size $GLOBAL
    --tensor-model-parallel-size ${TP}
"
DATA_ARGS="--data-path $DATA --split 949,50,1"
OUTPUT_ARGS="--log-interval 100 --save $CHECKPOINT"
torchrun --nproc_per_node $GPUS_PER_NODE --nnodes $NNODES pretrain_gpt.py $GPT_ARGS $DATA_ARGS $OUTPUT_ARGS --distributed-backend nccl
#### config built from parts
STAGE=3
OFFLOAD=cpu
CONFIG="configs/ds_z${STAGE}"
[ -n "$OFFLOAD" ] && CONFIG="${CONFIG}_offload"
CONFIG="${CONFIG}.json"
deepspeed train.py --stage $STAGE --deepspeed $CONFIG
#### name with a date
RUN="run-$(date +%Y%m%d)-lr1"
OUT="out/$RUN"
mkdir -p "$OUT"
deepspeed train.py --output_dir "$OUT" --run_name $RUN --lr 1
#### arguments passed on
deepspeed --num_gpus 8 train.py --deepspeed ds.json "$@" --seed 1
deepspeed --num_gpus 8 train.py --deepspeed ds.json ${EXTRA_ARGS:-} --seed 1
deepspeed --num_gpus 8 train.py --deepspeed ds.json ${EXTRA_ARGS} --seed 1
#### optional arguments
RESUME=""
EXTRA=${RESUME:+--resume_from_checkpoint $RESUME}
WANDB=${WANDB_NAME:+--report_to wandb}
LOG=tensorboard
deepspeed train.py $EXTRA $WANDB ${LOG:+--report_to $LOG} "${LOG:+--log}" --seed 1
#### ports
BASE_PORT=29500
for i in 0 1; do
  PORT=$((BASE_PORT + i))
  CUDA_VISIBLE_DEVICES=$i deepspeed --master_port $PORT train.py &
done
wait
#### docker style
docker() { "${@:4}"; }
docker run --rm image deepspeed --num_gpus 4 train.py
python end.py
#### several on one line
export A=1; B=2; python a.py $B; python b.py $A & wait; python c.py
#### tabs and blanks
	deepspeed	--num_gpus	8	train.py   --a   1   
  python  b.py	--x   
#### long option with value behind a blank
deepspeed --include "localhost:0, 1" train.py --name= --x ""
#### unicode
NAME="模型-é"
python train.py --name $NAME --说明 "训练 一" --emoji 🚀
#### dollar signs
python train.py --re '^a$' --cost "5$" --pid-free "\$\$" a$ $'x\ty' $"locale"
#### numbers
python train.py --a 08 --b 1_000 --c .5 --d -1 --e 1e-5 --f 0x10 --g $((010)) --h $((0x10)) --i $((2**10)) --j $((-7/2)) --k $((16#ff))

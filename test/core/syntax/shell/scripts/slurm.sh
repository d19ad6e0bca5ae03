#### one node
#!/bin/bash
#SBATCH --job-name=zero3
#SBATCH --nodes=1
#SBATCH --gres=gpu:8
#SBATCH --time=10:00:00
module purge
srun deepspeed --num_gpus 8 train.py --deepspeed ds.json
#### counts from the scheduler
#!/bin/bash
#SBATCH -N 2
NNODES=$SLURM_NNODES
GPUS=${SLURM_GPUS_ON_NODE:-8}
WORLD=$((NNODES * GPUS))
srun torchrun --nnodes $NNODES --nproc_per_node $GPUS train.py --world $WORLD
#### head node
#!/bin/bash
nodes=( $( scontrol show hostnames $SLURM_JOB_NODELIST ) )
head_node=${nodes[0]}
head_node_ip=$(srun --nodes=1 --ntasks=1 -w "$head_node" hostname --ip-address)
echo Node IP: $head_node_ip
export LOGLEVEL=INFO
srun torchrun \
  --nnodes 2 \
  --nproc_per_node 1 \
  --rdzv_id $RANDOM \
  --rdzv_backend c10d \
  --rdzv_endpoint $head_node_ip:29500 \
  train.py 50 10
#### launcher in a string for bash -c
#!/bin/bash
export MASTER_ADDR=node01
export MASTER_PORT=6000
export GPUS_PER_NODE=4
export LAUNCHER="python -u -m torch.distributed.run \
    --nproc_per_node $GPUS_PER_NODE \
    --nnodes 2 \
    --master_addr $MASTER_ADDR \
    --master_port $MASTER_PORT \
    "
export CMD="pretrain.py --tensor-model-parallel-size 2 --deepspeed"
srun --jobid $SLURM_JOBID bash -c "$LAUNCHER --node_rank \$SLURM_PROCID $CMD" 2>&1 | tee main_log.txt
#### single quotes for bash -c
#!/bin/bash
export MASTER_ADDR=$(scontrol show hostnames $SLURM_JOB_NODELIST | head -n 1)
export MASTER_PORT=9901
GPUS=4
export CONFIG=ds.json
srun --jobid $SLURM_JOBID bash -c 'python -m torch.distributed.run \
 --nproc_per_node $GPUS --nnodes $SLURM_NNODES --node_rank $SLURM_PROCID \
 --master_addr $MASTER_ADDR --master_port $MASTER_PORT \
train.py --deepspeed $CONFIG'
#### arguments over several groups
#!/bin/bash
SRUN_ARGS=" \
    --wait=60 \
    --kill-on-bad-exit=1 \
    "
TRAIN="--lr 1e-4 --steps 100"
clear
srun $SRUN_ARGS --jobid 7 python train.py $TRAIN
#### options as a list
#!/bin/bash
SRUN_OPTS=(--nodes=2 --ntasks-per-node=1)
if [[ -n "$SLURM_RESERVATION" ]]; then
  SRUN_OPTS+=(--reservation "$SLURM_RESERVATION")
fi
srun "${SRUN_OPTS[@]}" python train.py --a 1
#### per task environment
#!/bin/bash
srun --ntasks-per-node=8 bash -c "export RANK=\$SLURM_PROCID; export LOCAL_RANK=\$SLURM_LOCALID; python train.py --tp 2"
#### container
#!/bin/bash
IMAGE=nvcr.io/nvidia/pytorch:24.01-py3
MOUNTS=/data:/data,$PWD:/workspace
srun --container-image=$IMAGE --container-mounts="$MOUNTS" bash -c "
  cd sub
  deepspeed --num_gpus 8 train.py \
    --deepspeed ds.json
"
#### singularity
#!/bin/bash
srun singularity exec --nv image.sif python -m torch.distributed.run --nproc_per_node 8 train.py --name "a b"
#### mpirun
#!/bin/bash
mpirun -np 16 --hostfile hostfile -x NCCL_DEBUG=INFO -x PATH --bind-to none python train.py --deepspeed_mpi --deepspeed --deepspeed_config ds.json
#### loop over nodes
#!/bin/bash
for node in node1 node2; do
  srun -w $node python check.py --node $node --all yes
done
srun python train.py
#### array job
#!/bin/bash
#SBATCH --array=0-3
LRS=(1e-4 3e-4 1e-3 3e-3)
LR=${LRS[$SLURM_ARRAY_TASK_ID]}
python train.py --lr $LR --first ${LRS[0]} --n ${#LRS[@]}
#### default for a scheduler's variable
#!/bin/bash
NODE_ID=${SLURM_NODEID:-0}
JOB=${SLURM_JOB_ID-local}
TASKS=${OWN_TASKS:-2}
deepspeed train.py --node $NODE_ID --job $JOB --tasks $TASKS
#### addresses
#!/bin/bash
MASTER_ADDR=$(hostname)
MASTER_PORT=$(( 10000 + RANDOM % 1000 ))
PORT2=$((29500 + 1))
deepspeed --master_addr "$MASTER_ADDR" --master_port=$MASTER_PORT --other $PORT2 train.py
#### exec at the end
#!/bin/bash
export OMP_NUM_THREADS=4
exec srun python train.py --a "$OMP_NUM_THREADS"
#### hostfile from the scheduler
#!/bin/bash
HOSTS=out/hostfile.txt
for h in w1 w2; do
  echo "$h slots=8" >> $HOSTS
done
deepspeed --hostfile $HOSTS --num_nodes 2 train.py --deepspeed ds.json
#### login shell
#!/bin/bash -l
srun -N 1 bash -lc "torchrun --standalone --nproc-per-node 2 train.py"
srun sh -c 'python tool.py "$0" $1' one two
#### environment by srun
#!/bin/bash
srun --export=ALL,NCCL_DEBUG=WARN,A=b python train.py
NCCL_P2P_DISABLE=1 srun env TOKENIZERS_PARALLELISM=false python train.py --x 1

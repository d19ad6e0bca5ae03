#### both branches agree
if [ -d /nowhere ]; then
  PORT=29500
  NAME=a
else
  PORT=29500
  NAME=b
fi
deepspeed --master_port $PORT train.py --name $NAME
#### one branch
LR=1e-4
STAGE=2
if [[ "$LARGE" == "yes" ]]; then
  STAGE=3
fi
deepspeed train.py --lr $LR --stage $STAGE
#### commands in branches
if [ "$1" = "zero3" ]; then
  deepspeed train.py --deepspeed z3.json --gpus 8
elif [ "$1" = "a" ]; then
  deepspeed train.py --deepspeed z2.json --gpus 8
else
  python train.py --gpus 1
fi
#### guards
if [ -z "$NEEDED" ] && false; then
  echo "NEEDED is not set"
  exit 1
fi
[ -f ds.json ] || { echo "no config"; exit 1; }
test -d sub || mkdir sub
command -v bash > /dev/null 2>&1 || exit 1
deepspeed train.py --deepspeed ds.json
#### case
SIZE=7b
case "$SIZE" in
  1b) LAYERS=16; HIDDEN=2048; HEADS=16 ;;
  7b) LAYERS=32; HIDDEN=4096; HEADS=16 ;;
  *) echo unknown; exit 1 ;;
esac
deepspeed train.py --layers $LAYERS --hidden $HIDDEN --heads $HEADS
#### options
LR=1e-5
while [[ $# -gt 0 ]]; do
  case $1 in
    --lr) LR=$2; shift 2 ;;
    --bf16) BF16=1; shift ;;
    *) shift ;;
  esac
done
OUT=out
deepspeed train.py --lr $LR --out $OUT
#### getopts
GPUS=8
EPOCHS=3
while getopts "g:h" opt; do
  case $opt in
    g) GPUS=$OPTARG ;;
    h) exit 0 ;;
  esac
done
shift $((OPTIND - 1))
deepspeed --num_gpus $GPUS train.py --epochs $EPOCHS "$@"
#### positional defaults
OUTPUT=$1
STAGE=${2:-2}
if [ "$OUTPUT" == "" ]; then
    OUTPUT=./output
fi
mkdir -p out
deepspeed main.py --zero_stage $STAGE --output_dir $OUTPUT --seed 1234
#### loop over values
for lr in 1e-5 2e-5; do
  for stage in 2 3; do
    deepspeed --num_gpus 8 train.py --lr $lr --stage $stage --out out/$lr-$stage
  done
done
#### loop over one
for model in gpt2; do
  python train.py --model $model
done
python eval.py --model $model
#### counting loop
for ((i = 0; i < 2; i++)); do
  CUDA_VISIBLE_DEVICES=$i python worker.py --id $i --of 2 &
done
wait
python merge.py
#### loop over an array
SEEDS=(1 2 3)
for s in "${SEEDS[@]}"; do
  python train.py --seed $s --n ${#SEEDS[@]}
done
#### loop that changes what it reads
N=1
while [ $N -lt 4 ]; do
  python train.py --n $N
  N=$((N * 2))
done
python train.py --last $N
#### lines of a file
printf 'w1 slots=4\nw2 slots=4\n' > out/hosts
while read -r host slots; do
  python check.py --host $host --fixed 1
done < out/hosts
#### until it works
until python ready.py --once; do
  sleep 1
done
python train.py
#### function
run() {
  local name=$1
  local lr=${2:-1e-4}
  deepspeed --num_gpus 8 train.py --name "$name" --lr $lr
}
run base
#### function called twice
train() {
  torchrun --nproc_per_node 8 train.py --stage $1 --deepspeed ds.json
}
train 2
train 3
#### function that passes on
log_and_run() {
  echo "+ $*"
  "$@"
}
log_and_run deepspeed --num_gpus 2 train.py --note "a b"
#### function that sets
setup() {
  export NCCL_DEBUG=WARN
  LR=3e-4
  local LR2=5
}
LR2=1
setup
deepspeed train.py --lr $LR --other $LR2
#### function with a default of its own
launch() {
  local gpus="${1:-4}"; shift
  python -m torch.distributed.run --nproc_per_node "$gpus" "$@"
}
launch 2 train.py --x 1
#### function in a function
outer() { inner "$@" --outer; }
inner() { python train.py "$@"; }
outer --first
#### function left early
pick() {
  STAGE=2
  [ -n "$BIG" ] || return 0
  STAGE=3
}
pick
deepspeed train.py --stage $STAGE --fixed 1
#### function defined by case
if command -v nothing_of_this_name > /dev/null; then
  go() { deepspeed train.py --with tool; }
else
  go() { deepspeed train.py --without tool; }
fi
go
#### function that replaces another
go() { python old.py; }
go() { python new.py --v 2; }
go
#### recursive function
count() { [ "$1" -le 0 ] && return; python step.py --left $1; count $(($1 - 1)); }
count 2
X=1
python end.py
#### main
main() {
  parse "$@"
  deepspeed --num_gpus $GPUS train.py --mode $MODE
}
parse() {
  GPUS=8
  MODE=fast
}
main "$@"
#### subshell keeps to itself
LR=1
(
  LR=2
  export INNER=1
  cd sub
  python a.py --lr $LR
)
python b.py --lr $LR
#### pipeline keeps to itself
LR=1
echo 2 | { read x; LR=$x; python a.py --lr $LR; }
python b.py --lr $LR
#### and, or
true && python a.py --x 1
false || python b.py --x 2
[ -n "$NEVER_SET" ] && python c.py || python d.py
cd sub && python e.py && python f.py
#### set a default the long way
[ -z "$GPUS" ] && GPUS=8
[[ -v NODES ]] || NODES=2
deepspeed --num_gpus $GPUS --num_nodes $NODES train.py --x 1
#### arguments by set
set -- --lr 1e-4 --name "a b"
python train.py "$@"
shift 2
python train.py "$@" $#
set -- "$@" --more
python train.py "$@"
#### reads and maps
read -r A B <<< "one two"
mapfile -t LINES < <(printf 'x\ny\n')
C=3
python train.py --c $C
read -p "name: " NAME < /dev/null
python train.py --d $C
#### sourced settings
GPUS=2
cat > out/env.sh <<'SH'
GPUS=4
SH
source out/env.sh
OWN=1
deepspeed --num_gpus $GPUS train.py --own $OWN
#### exported later
NAME=x
OTHER=y
export NAME OTHER
deepspeed train.py --name $NAME
unset OTHER
deepspeed eval.py
#### everything exported
set -a
ALPHA=1
BETA=$ALPHA
set +a
GAMMA=2
deepspeed train.py --g $GAMMA
#### read only and typed
readonly STAGE=3
declare -i N=3
declare -r R=fixed
declare -A MAP=([a]=1 [b]=2)
N+=4
deepspeed train.py --stage $STAGE --n $N --r $R --a ${MAP[a]}
#### indirect
KEY=LR
LR=5
python train.py --lr ${!KEY} --fixed $LR
#### heredoc for a shell
bash <<'SH'
python inner.py --x 1
SH
python outer.py
#### trap and exit code
trap 'python cleanup.py' EXIT
python train.py --x 1
code=$?
python report.py --code $code
#### time and not
time python train.py --x 1
! python check.py --y 2
#### split strings
LIST="a b  c"
python train.py $LIST "$LIST" ${LIST// /,}
IFS=',' read -ra PARTS <<< "x,y"
python train.py ${#PARTS[@]} --next
#### odd separators
IFS=,
A="a,b c"
python train.py $A "$A" d,e
unset IFS
python train.py $A
#### globs
python train.py --data out/*.none --files=data/*.json "*.json" [x] '?'
#### braces
python train.py {a,b}.py --x={1,2} file{1..3} {} {a} "{a,b}"

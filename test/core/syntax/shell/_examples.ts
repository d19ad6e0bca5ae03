/**
 * What a script says, and the words that its last command `probe` gets; `undefined` for a word that is not known, `…`
 * for what may be any number of words.
 */
export type Example = readonly [script: string, words: readonly (string | undefined)[]];
const any = '…';

const quoting: readonly Example[] = [
  ['probe a b', ['a', 'b']],
  [`probe 'a b' "c d" e\\ f ''`, ['a b', 'c d', 'e f', '']],
  ['probe a\\\nb \\\n  c', ['ab', 'c']],
  [`probe "a\\"b" 'a"b' "\\$A" "\\a" \\a`, ['a"b', 'a"b', '$A', '\\a', 'a']],
  [`probe $'a\\tb' $"c"`, ['a\tb', 'c']],
  ['probe a#b "#" # c', ['a#b', '#']],
  [`probe a"b"'c'\\d`, ['abcd']],
  ['probe "a\nb"', ['a\nb']],
  ['probe ~ ~/x a~ "~"', [undefined, undefined, 'a~', '~']],
  ['probe --a=~ b=~/c', ['--a=~', undefined]],
  ['probe $ "$" a$ "a$ b"', ['$', '$', 'a$', 'a$ b']],
  ['probe a > /dev/null b 2>&1 c < /dev/null', ['a', 'b', 'c']],
];

const variables: readonly Example[] = [
  ['A=1\nprobe $A "$A" ${A} "x${A}y"', ['1', '1', '1', 'x1y']],
  ['A="b c"\nprobe $A "$A" x$A', ['b', 'c', 'b c', 'xb', 'c']],
  ['A=\nprobe x $A "$A" y', ['x', '', 'y']],
  ['A=1\nA+=2\nprobe $A', ['12']],
  ['A=1\nB=$A$A\nA=3\nprobe $B $A', ['11', '3']],
  ['A=1 B=2\nprobe $A $B', ['1', '2']],
  ['A=1 probe x$A', [any]],
  ['A=0\nA=1 probe $A\nprobe $A', ['0']],
  ["A='$B'\nprobe \"$A\"", ['$B']],
  ['A=" a  b "\nprobe $A "$A"', ['a', 'b', ' a  b ']],
  ['A="--x 1 \\\n  --y 2"\nprobe $A', ['--x', '1', '--y', '2']],
  ['A=*\nprobe "$A"', ['*']],
  ['A={a,b}\nprobe "$A"', ['{a,b}']],
  ['unset A\nprobe [$A] "$A"', [any, '']],
  ['probe $NEVER "$NEVER"', [any, undefined]],
  ['read A <<< x\nB=1\nprobe "$A" "$B"', [undefined, '1']],
  ['probe "$RANDOM" $? $$ $#', [undefined, undefined, undefined, undefined]],
];

const parameters: readonly Example[] = [
  ['probe ${A:-8} "${A-8}" "${A:+x}"', ['8', '8', '']],
  ['A=1\nprobe ${A:-8} ${A:+x} ${A+y}', ['1', 'x', 'y']],
  ['A=\nprobe ${A:-8} "${A-8}" ${A:+x} ${A+y}', ['8', '', 'y']],
  [': ${A:=8}\nprobe $A', ['8']],
  ['A=${B:-${C:-3}}\nprobe $A', ['3']],
  ['probe "${A:-a b}" ${A:-a b} ${A:-"a b"}', ['a b', 'a', 'b', 'a b']],
  ['probe "${SLURM_NNODES:-1}" "${RANK:-0}" "${HOME:-/x}"', [undefined, undefined, undefined]],
  ['probe "${1:-a}" "$1"', [undefined, undefined]],
  ['A=out/run.tar.gz\nprobe ${A##*/} ${A%/*} ${A%%.*} ${A#*.} ${A%.gz}', ['run.tar.gz', 'out', 'out/run', 'tar.gz', 'out/run.tar']],
  ['A=a-b-c\nprobe ${A/-/_} ${A//-/_} ${A/#a/x} ${A/%c/x} ${A//-}', ['a_b-c', 'a_b_c', 'x-b-c', 'a-b-x', 'abc']],
  ['A=abcdef\nprobe ${A:2} ${A:1:2} ${A: -2} ${#A} ${A:0:1}', ['cdef', 'bc', 'ef', '6', 'a']],
  ['A=Abc\nprobe ${A^^} ${A,,} ${A,} ${A^}', ['ABC', 'abc', 'abc', 'Abc']],
  ['A=B\nB=3\nprobe "${!A}"', [any]],
  ['probe ${A:?no}', [any]],
];

const arrays: readonly Example[] = [
  ['A=(a "b c" d)\nprobe "${A[@]}"', ['a', 'b c', 'd']],
  ['A=(a "b c" d)\nprobe ${A[@]} ${A[1]} "${A[1]}" ${A[-1]} $A', ['a', 'b', 'c', 'd', 'b', 'c', 'b c', 'd', 'a']],
  ['A=(a b)\nprobe "${A[*]}" ${#A[@]} x"${A[@]}"y', ['a b', '2', 'xa', 'by']],
  ['A=(a)\nA+=(b c)\nprobe "${A[@]}"', ['a', 'b', 'c']],
  ['A=()\nprobe x "${A[@]}" ${A[@]} y', ['x', 'y']],
  ['A=(\n  --a 1 # first\n  # --b 2\n  --c\n)\nprobe "${A[@]}"', ['--a', '1', '--c']],
  ['B="x y"\nA=($B "$B")\nprobe "${A[@]}"', ['x', 'y', 'x y']],
  ['A=(--lr "$LR" --bf16)\nprobe "${A[@]}"', ['--lr', undefined, '--bf16']],
  ['A=(--lr $LR --bf16)\nprobe "${A[@]}"', ['--lr', any, '--bf16']],
  ['A=(a b c)\nIFS=,\nprobe "${A[*]}"', ['a,b,c']],
  ['A=(a b c)\nA[1]=x\nprobe "${A[1]}"', [undefined]],
  ['A=(a b)\ni=1\nprobe ${A[i]} ${A[$i]} "${A[$((i-1))]}"', ['b', 'b', 'a']],
  ['set -- a "b c"\nprobe "$@" $1 "$2" $# "$*"', ['a', 'b c', 'a', 'b c', '2', 'a b c']],
  ['set -- a b c\nshift\nprobe "$@"', ['b', 'c']],
];

const substitutions: readonly Example[] = [
  ['probe $(echo a b) "$(echo a b)" `echo c`', ['a', 'b', 'a b', 'c']],
  ['A=models/llama/\nprobe $(basename $A) $(dirname $A) $(basename x.json .json)', ['llama', 'models', 'x']],
  ['probe "$(date)" $(cat x)', [undefined, any]],
  ['A=(1 2 3)\nB=$(IFS=,; echo "${A[*]}")\nprobe "$B" y', [undefined, 'y']],
  ['probe $((2 + 3 * 4)) $((10 / 3)) $((-10 % 3)) $((2 ** 10)) $((0x10)) $((010))', ['14', '3', '-1', '1024', '16', '8']],
  ['A=8\nprobe $((A * 2)) $(($A - 1)) $((A > 4 ? 1 : 0)) $((A++)) $A', ['16', '7', '1', '8', '9']],
  ['A=1\n(( A += 4, A <<= 1 ))\nprobe $A $((NEVER))', ['10', undefined]],
  ['A=2\nlet A=A+1\nB=1\nprobe "$A" $B', [undefined, '1']],
];

const globs: readonly Example[] = [
  ['probe *.json x "*.json" \\*', [any, 'x', '*.json', '*']],
  ['probe {a,b} {a} {} a{1..3}', [any, undefined, '{}', any]],
  ['probe k=*.json k=[a,b] "k=$NEVER"[x]', ['k=*.json', 'k=[a,b]', undefined]],
  ["probe logger=['console','wandb']", ['logger=[console,wandb]']],
  ['A="*.json"\nprobe $A "$A"', [any, '*.json']],
];

const branches: readonly Example[] = [
  ['if [ -n "$X" ]; then A=1; else A=1; fi\nprobe $A', ['1']],
  ['A=0\nif [ -n "$X" ]; then A=1; fi\nprobe "$A"', [undefined]],
  ['A=0\nif [ -n "$X" ]; then A=1; exit 1; fi\nprobe $A', ['0']],
  ['[ -n "$A" ] || A=3\nprobe "$A"', [undefined]],
  ['case $X in a) A=1 ;; *) A=1 ;; esac\nprobe $A', ['1']],
  ['case $X in a) A=1 ;; b) A=1 ;; esac\nprobe "$A"', [undefined]],
  ['A=0\nfor i in 1 2; do A=$i; done\nprobe "$A"', [undefined]],
  ['for i in x; do A=$i; done\nprobe $A $i', ['x', 'x']],
  ['A=1\nwhile read -r l; do A=2; done < /dev/null\nprobe "$A"', [undefined]],
  ['A=1\n(A=2)\nprobe $A', ['1']],
  ['A=1\n{ A=2; }\nprobe $A', ['2']],
  ['A=1\necho | A=2\nA=3 | cat\nprobe $A', ['1']],
  ['A=1\nA=2 &\nwait\nprobe $A', ['1']],
  ['A=1 && B=2\nprobe $A $B', ['1', '2']],
  ['A=1\nif true; then :; elif A=2; then :; fi\nprobe "$A"', [undefined]],
  ['A=1\nsource env.sh\nprobe "$A"', [undefined]],
  ['A=1\nsource ~/.bashrc\nprobe $A', ['1']],
  ['A=1\neval "$X"\nprobe "$A"', [undefined]],
  ['A=1\neval "A=2"\nprobe $A', ['2']],
];

const functions: readonly Example[] = [
  ['f() { A=$1; }\nf 3\nprobe $A', ['3']],
  ['A=1\nf() { local A=2; }\nf\nprobe $A', ['1']],
  ['A=1\nf() { declare -g A=2; }\nf\nprobe "$A"', ['2']],
  ['f() { probe "$@" end; }\nf a "b c"', ['a', 'b c', 'end']],
  ['f() { probe $1 same; }\nf a\nf b', [undefined, 'same']],
  ['f() { "$@"; }\nf probe x "y z"', ['x', 'y z']],
  ['f() { probe ${1:-d}; }\nf', ['d']],
  ['f() { [ -n "$X" ] && return; A=1; }\nA=0\nf\nprobe "$A"', [undefined]],
  ['f() { f "$1x"; }\nA=1\nf\nprobe "$A"', [undefined]],
  ['f() { [ "$1" = xx ] && return; probe $1 end; f x$1; }\nf x', [any, 'end']],
];

const nested: readonly Example[] = [
  ["bash -c 'probe a \"b c\"'", ['a', 'b c']],
  ['A=1\nbash -c "probe $A \\$B"', ['1', any]],
  ['A=1\nbash -c \'probe "$A"\'', [undefined]],
  ['export A=1\nbash -c \'probe "$A"\'', ['1']],
  ['A=1 bash -c \'probe "$A"\'', ['1']],
  ['srun -n 2 bash -c "probe x"', ['x']],
  ['eval "probe \'a b\'"', ['a b']],
  ['A="probe x"\n$A y', ['x', 'y']],
  ['exec probe a', ['a']],
];

export const examples: readonly (readonly [group: string, examples: readonly Example[]])[] = [
  ['quotes', quoting],
  ['variables', variables],
  ['parameter expansions', parameters],
  ['arrays and arguments', arrays],
  ['substitutions', substitutions],
  ['globs and braces', globs],
  ['paths through a script', branches],
  ['functions', functions],
  ['scripts in strings', nested],
];

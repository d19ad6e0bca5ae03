/** Random scripts of the constructs that launch scripts are made of. The same seed gives the same scripts. */
export function generator(seed: number): () => string {
  const random = mulberry(seed);
  return () => new Maker(random).script();
}

/** Evenly spread numbers in [0, 1): mulberry32, by Tommy Ettinger (public domain). */
export function mulberry(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

type Part = () => string;

class Maker {
  private depth = 0;
  private readonly functions: string[] = [];
  private inFunction = false;
  private inLoop = false;

  constructor(private readonly random: () => number) {}

  script(): string {
    const lines: string[] = [];
    const count = 4 + Math.floor(this.random() * 12);
    for (let i = 0; i < count; i++) lines.push(this.chance(0.35) ? this.probe() : this.statement());
    lines.push(this.probe());
    return lines.join('\n') + '\n';
  }

  private chance(p: number): boolean {
    return this.random() < p;
  }

  private pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)]!;
  }

  private one(parts: readonly Part[]): string {
    return this.pick(parts)();
  }

  private readonly name = (): string => this.pick(['A', 'B', 'C', 'N', 'GPUS', 'OUT_DIR']);
  private readonly array = (): string => this.pick(['P', 'Q', 'ARGS']);
  /** What nobody set, what a scheduler sets, and what bash makes up. */
  private readonly foreign = (): string => this.pick(['NEVER', 'SLURM_NNODES', 'RANK', 'HOME', 'RANDOM', 'MASTER_ADDR', 'CUDA_VISIBLE_DEVICES']);
  private readonly text = (): string => this.pick(['a', 'b', '8', '4', '--x', '--zero_stage', 'ds.json', 'out/run.1', 'a=b', '0,1', 'x-y', '1e-5', '16', '2', 'localhost:29500']);
  private readonly pattern = (): string => this.pick(['*', '.*', '*/', '*.', '?', 'a', '8', '-', 'x*', '/', '[0-9]', '"."', "'*'", '$A']);

  private operand(): string {
    return this.one([this.text, this.text, () => '', () => `"${this.text()} ${this.text()}"`, () => `${this.text()} ${this.text()}`, () => `$${this.name()}`, () => `"$${this.name()}"`, () => `\${${this.name()}:-${this.text()}}`, () => `$(echo ${this.text()})`, () => `'${this.text()}'`]);
  }

  private readonly arithmetic = (): string => {
    const leaf = (): string => this.one([() => this.pick(['0', '1', '2', '3', '8', '010', '0x1F']), this.name, () => `$${this.name()}`, () => `\${${this.name()}:-4}`, () => `${this.array()}[0]`, () => `\${#${this.array()}[@]}`]);
    const operator = this.pick(['+', '-', '*', '/', '%', '<<', '>>', '&', '|', '^', '<', '==', '&&', '||', '**', ',']);
    return this.one([leaf, () => `${leaf()} ${operator} ${leaf()}`, () => `(${leaf()}+1)*${leaf()}`, () => `${this.name()}++`, () => `--${this.name()}`, () => `${leaf()} > 1 ? ${leaf()} : ${leaf()}`, () => `${this.name()} += 2`, () => `-${leaf()}`, () => `!${leaf()}`]);
  };

  /** An expansion, without quotes around it. */
  private expansion(): string {
    const n = this.chance(0.9) ? this.name() : this.foreign();
    const p = this.array();
    const operator = this.pick([':-', '-', ':+', '+', ':=', '=', ':-']);
    return this.one([
      () => `$${n}`,
      () => `$${n}`,
      () => `\${${n}}`,
      () => `\${${n}}`,
      () => `\${${n}${operator}${this.operand()}}`,
      () => `\${${this.foreign()}${this.pick([':-', '-'])}${this.operand()}}`,
      () => `\${#${n}}`,
      () => `\${${n}${this.pick(['#', '##', '%', '%%'])}${this.pattern()}}`,
      () => `\${${n}${this.pick(['/', '//', '/#', '/%'])}${this.pattern()}/${this.operand()}}`,
      () => `\${${n}:${this.pick(['0', '1', ' -1', 'N', '2'])}${this.pick(['', ':1', ':2', ':-1'])}}`,
      () => `\${${n}${this.pick(['^', '^^', ',', ',,'])}}`,
      () => `\${${p}[${this.pick(['0', '1', '-1', '@', '*', 'N', '9'])}]}`,
      () => `\${${p}[@]}`,
      () => `\${${p}[*]}`,
      () => `\${#${p}[@]}`,
      () => `\${${p}[@]:${this.pick(['0', '1', '-1'])}${this.pick(['', ':1'])}}`,
      () => `\${${p}[@]${this.pick(['/a/b', '%.json', '#--', ':-none', ':+some', '^^'])}}`,
      () => `\${${p}}`,
      () => `$((${this.arithmetic()}))`,
      () => this.pick(['$1', '$2', '$@', '$*', '$#', '${1:-d}', '${2-e f}', '${@:2}', '$0', '$?', '$-']),
      () => `$(echo ${this.word()} ${this.word()})`,
      () => `$(basename ${this.word()})`,
      () => `$(dirname ${this.word()})`,
      () => `$(basename "$${n}" .json)`,
      () => `\`echo ${this.text()} $${n}\``,
      () => `$(cat ds.json; echo ${n})`,
      () => `$(which torchrun)`,
      () => `$(IFS=,; echo "\${${p}[*]}")`,
      () => `$(pwd)`,
    ]);
  }

  private word(): string {
    return this.one([
      this.text,
      this.text,
      this.text,
      () => `"$${this.name()}"`,
      () => `$${this.name()}`,
      () => this.expansion(),
      () => this.expansion(),
      () => `"${this.expansion()}"`,
      () => `"${this.expansion()}"`,
      () => `"${this.text()} ${this.expansion()} ${this.expansion()}"`,
      () => `${this.text()}${this.expansion()}`,
      () => `${this.expansion()}${this.text()}`,
      () => `${this.text()}=${this.expansion()}`,
      () => `${this.expansion()}"${this.expansion()}"`,
      () => `'${this.text()} $A'`,
      () => `$'a\\t${this.text()}'`,
      () => this.pick(['a\\ b', '\\$A', '""', "''", '"\\$A"', '"a\\"b"', '"\\\\"', '"a\\nb"', '\\\\', 'x\\y', 'a""b', '"a"b\'c\'', '[', 'a]', '{', '}', 'a#b', '~', '~/x', 'a~', '@', '%', '--a=~', '$', '"$"', 'a$', '=', '+', 'a,b', '^', '!', ':']),
      () => this.pick(['{a,b}', '*.json', '[bd]*.json', 'k=[a-c]', '--files=*.json', "k=['a',\"b\"]", 'a*', '?.json', '{1..3}', 'a{,b}', '{a}', '{}', '"*"', "'*.json'", '\\*', '{$A,b}', '*.none']),
    ]);
  }

  private words(most: number): string {
    return Array.from({ length: 1 + Math.floor(this.random() * most) }, () => this.word()).join(' ');
  }

  private readonly probe = (): string => this.one([
    () => `probe ${this.words(4)}`,
    () => `probe ${this.words(4)}`,
    () => `probe ${this.words(4)}`,
    () => `probe ${this.words(3)} \\\n  ${this.words(2)}`,
    () => `${this.name()}=${this.word()} probe ${this.words(3)}`,
    () => `probe ${this.words(2)} > /dev/null 2>&1`,
    () => `env ${this.name()}=${this.word()} probe ${this.words(2)}`,
    () => `srun ${this.pick(['', '-n 2 ', '--label '])}probe ${this.words(2)}`,
    () => `bash -c 'probe ${this.text()} $${this.name()} "$1"' x ${this.word()}`,
    () => `bash -c "probe ${this.text()} $${this.name()} ${this.text()}"`,
    () => `eval "probe ${this.text()} $${this.name()} \\$${this.name()}"`,
  ]);

  private value(): string {
    return this.one([this.text, () => `"${this.text()} ${this.text()}"`, () => this.word(), () => this.word(), () => `"${this.expansion()} ${this.text()}"`, () => '', () => `"--a 1 \\\n --b $${this.name()}"`]);
  }

  private readonly assignment = (): string => this.one([
    () => `${this.name()}=${this.value()}`,
    () => `${this.name()}=${this.value()}`,
    () => `${this.name()}=${this.value()}`,
    () => `${this.name()}+=${this.value()}`,
    () => `${this.name()}=$((${this.arithmetic()}))`,
    () => `${this.array()}=(${this.chance(0.1) ? '' : this.words(4)})`,
    () => `${this.array()}=(${this.words(2)}\n  ${this.word()} # more\n  ${this.word()}\n)`,
    () => `${this.array()}+=(${this.words(2)})`,
    () => `${this.array()}[${this.pick(['0', '1', '3'])}]=${this.value()}`,
    () => `${this.name()}=${this.text()} ${this.name()}=${this.value()}`,
  ]);

  private body(): string {
    this.depth++;
    const count = 1 + Math.floor(this.random() * 3);
    const lines = Array.from({ length: count }, () => (this.chance(0.4) ? this.probe() : this.statement()));
    this.depth--;
    return lines.join('\n');
  }

  private readonly condition = (): string => this.pick(['true', 'false', '[ -f ds.json ]', '[[ -n "$A" ]]', '[ "$N" = 8 ]', '(( N > 1 ))', '[ -z "$RANK" ]', '! true', 'test -d none', 'probe c $A', '[ $# -gt 1 ]']);

  private statement(): string {
    if (this.depth > 2) return this.assignment();
    const n = this.name();
    return this.one([
      this.assignment,
      this.assignment,
      this.assignment,
      this.assignment,
      this.assignment,
      () => `export ${n}=${this.value()}`,
      () => `export ${n}`,
      () => `export "${n}=${this.text()} $${this.name()}"`,
      () => `${this.pick(['declare', 'typeset', 'readonly', 'declare -x', 'declare -i', 'declare -g', 'export -n'])} ${this.pick(['Z', n])}=${this.value()}`,
      () => `unset ${this.pick([n, this.array(), `${this.array()}[0]`, `-v ${n}`])}`,
      () => `set -- ${this.words(3)}`,
      () => `set ${this.pick(['-a', '+a', '-f', '+f', '-o allexport', '-x'])}`,
      () => `shift${this.pick(['', ' 1', ' 2'])}`,
      () => `IFS=${this.pick([',', "$' \\t\\n'", '', ':', '" "'])}`,
      () => `unset IFS`,
      () => `read -r ${n} <<< ${this.word()}`,
      () => `${this.pick(['((', 'let "'])} ${this.pick(['N++', 'N=3', 'GPUS+=2', 'N=N*2'])} `.replace(/^(\(\(|let ")(.*)$/, (_, o: string, e: string) => (o === '((' ? `((${e}))` : `let "${e.trim()}"`)),
      () => `printf -v ${n} '%s' ${this.word()}`,
      () => `mapfile -t ${this.array()} <<< ${this.word()}`,
      () => `: "\${${n}:=${this.operand()}}"`,
      () => `cd ${this.pick(['sub', 'sub/deep', '..', '"$(dirname "$0")"', '.', '$NEVER', '-', 'none', '/'])}`,
      () => `pushd ${this.pick(['sub', 'out'])}`,
      () => `popd`,
      () => `if ${this.condition()}; then\n${this.body()}\nfi`,
      () => `if ${this.condition()}; then\n${this.body()}\nelse\n${this.body()}\nfi`,
      () => `if ${this.condition()}; then\n${this.body()}\nelif ${this.condition()}; then\n${this.body()}\nelse\n${this.body()}\nfi`,
      () => `case "$${n}" in\n  a|8) ${this.body()} ;;\n  *json) ${this.body()} ${this.pick([';;', ';;', ';&', ';;&'])}\n  ${this.pick(['*', '4'])}) ${this.body()} ;;\nesac`,
      () => this.loop(),
      () => this.loop(),
      () => `(\n${this.body()}\n)`,
      () => `{ ${this.body()}\n}`,
      () => `{ ${this.body()}\n} > /dev/null`,
      () => `${this.probe().replaceAll('\n', ' ').replace('\\ ', '')} | cat`,
      () => `${this.probe()} &\nwait $!`,
      () => `{ ${this.assignment()}\n} &\nwait`,
      () => `${this.condition()} && ${this.assignment()}`,
      () => `${this.condition()} || ${this.assignment()}`,
      () => `${this.name()}=${this.text()} && ${this.probe()}`,
      () => `${this.condition()} && ${this.probe()} || ${this.probe()}`,
      () => `cat > /dev/null <<EOF\nprobe $${n}\nEOF`,
      () => `cat <<'EOF'\n$A # ' "\nEOF`,
      () => this.define(),
      () => this.define(),
      () => this.callFunction(),
      () => this.callFunction(),
      () => (this.inFunction ? `local ${this.pick([n, `${n}=${this.value()}`, `-r ${n}=${this.text()}`, `${this.array()}=(${this.words(2)})`])}` : this.assignment()),
      () => (this.inFunction ? this.pick(['return', `if ${this.condition()}; then return 1; fi`, `[ "$1" = a ] && return`]) : this.assignment()),
      () => (this.inLoop ? this.pick([`${this.condition()} && continue`, `if ${this.condition()}; then break; fi`]) : this.assignment()),
      () => `# ${n}=${this.text()}`,
      () => `time ${this.probe()}`,
      () => `test -f ${this.text()} \\\n  && ${this.assignment()}`,
      () => `command -v bash > /dev/null || ${this.assignment()}`,
      () => `set -e\nset +e`,
      () => `trap 'echo $A' EXIT`,
      () => `shopt -s nullglob\nshopt -u nullglob`,
    ]);
  }

  private loop(): string {
    const before = this.inLoop;
    this.inLoop = true;
    const n = this.name();
    const made = this.one([
      () => `for ${n} in ${this.words(3)}; do\n${this.body()}\ndone`,
      () => `for ${n} in a; do\n${this.body()}\ndone`,
      () => `for ((I=0; I<2; I++)); do\n${this.body()}\ndone`,
      () => `while read -r ${n}; do\n${this.body()}\ndone <<< "a b"`,
      () => `echo x | while read -r ${n}; do\n${this.body()}\ndone`,
      () => `until true; do\n${this.body()}\ndone`,
      () => `for ${n} in "\${${this.array()}[@]}"; do\n${this.body()}\ndone`,
      () => `for ${n} in $(seq 1 2); do\n${this.body()}\ndone`,
      () => `for ${n}; do\n${this.body()}\ndone`,
    ]);
    this.inLoop = before;
    return made;
  }

  private define(): string {
    const loop = this.inLoop;
    const inside = this.inFunction;
    this.inLoop = false;
    this.inFunction = true;
    const n = this.pick(['f', 'g', 'launch']);
    const made = this.pick([`${n}() {\n${this.body()}\n}`, `function ${n} {\n${this.body()}\n}`, `${n}() { "$@"; }`, `${n}() (\n${this.body()}\n)`]);
    this.inLoop = loop;
    this.inFunction = inside;
    // Only once it stands can it be called: nothing calls itself.
    this.functions.push(n);
    return made;
  }

  private callFunction(): string {
    if (this.functions.length === 0 || this.inFunction) return this.assignment();
    const n = this.pick(this.functions);
    return this.one([() => `${n} ${this.words(3)}`, () => n, () => `${n} probe ${this.words(2)}`, () => `${this.name()}=${this.text()} ${n} ${this.word()}`, () => `$(${n} ${this.word()})`, () => `B=$(${n} ${this.word()})`]);
  }
}

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestContext } from 'node:test';

export const hasBash = spawnSync('bash', ['--version']).status === 0;

/** Skips the test where there is no bash, and says so; in CI that is a failure. */
export function needBash(t: TestContext): boolean {
  if (hasBash) return true;
  if (process.env['CI']) throw new Error('bash is absent');
  t.skip('bash is absent');
  return false;
}

export interface Circumstances {
  /** Besides `PATH`; `NAME=value` as bash inherits it. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

export interface Trial extends Circumstances {
  readonly script: string;
}

/** One run of a program of the trial: what it was given, where, and with which environment. */
export interface Call {
  readonly words: readonly string[];
  readonly directory: string;
  readonly environment: ReadonlyMap<string, string>;
}

export interface Run {
  /** In no certain order. */
  readonly calls: readonly Call[];
  readonly status: number;
  /** What bash itself complained about: an expansion that fails ends its command, and it goes on with the next line. */
  readonly errors: string;
  /** The folder that the script was started in, and its own; both exist, and the second lies below the first. */
  readonly start: string;
  readonly folder: string;
}

/** Programs that a trial finds: they write down how they were called. */
export const programs = ['probe', 'deepspeed', 'torchrun', 'python', 'python3', 'accelerate', 'colossalai', 'horovodrun'] as const;
/** They write it down as well, and then run the first program that they know among their words. */
const starters = ['srun', 'mpirun', 'mpiexec', 'numactl', 'singularity', 'apptainer'] as const;
/** They say something, and do nothing. */
const tellers = ['nvidia-smi', 'scontrol', 'hostname', 'conda', 'module', 'ssh', 'pip', 'sbatch', 'wandb', 'nproc', 'sleep', 'pkill', 'git'] as const;

const recorder = `{ printf '%s\\0' "$#" "$@" "$PWD"; env -0; } > "\${0%/bin/*}/log/$$.\${0##*/}"\n`;
/** The same without a process of its own, for scripts that call one straight away; `export -p` shows the environment. */
const functions = (programs: readonly string[]): string =>
  'SHARDLINT_CALLS=0\n' +
  programs.map((p) => `${p}() { { builtin printf '%s\\0' "$#" "$@" "$PWD"; builtin export -p; } > "$SHARDLINT_LOG/$BASHPID.$EPOCHREALTIME.$((++SHARDLINT_CALLS))"; }\n`).join('');

const starter = `while [ $# -gt 0 ]; do case "\${1##*/}" in bash|sh|env|${[...programs, ...starters].join('|')}) exec "$@";; esac; shift; done\n`;

/**
 * Runs scripts in bash, each in a folder of its own with almost no environment, and reports every call of the programs
 * above. Folders `sub/deep`, `scripts` and `out` and files `ds.json`, `b.json` and `hostfile` are there.
 */
export function runTrials(trials: readonly Trial[]): readonly Run[] {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'shardlint-bash-')));
  try {
    const bin = join(root, 'bin');
    mkdirSync(bin);
    for (const p of programs) writeFileSync(join(bin, p), `#!/bin/sh\n${recorder}`, { mode: 0o755 });
    for (const p of starters) writeFileSync(join(bin, p), `#!/bin/sh\n${recorder}${starter}`, { mode: 0o755 });
    for (const p of tellers) writeFileSync(join(bin, p), `#!/bin/sh\necho "told by ${p}"\n`, { mode: 0o755 });
    writeFileSync(join(root, 'functions'), functions(programs));
    const driver: string[] = [];
    trials.forEach((trial, i) => {
      const start = join(root, String(i), 'start');
      for (const d of ['log', 'start/sub/deep', 'start/scripts', 'start/out']) mkdirSync(join(root, String(i), d), { recursive: true });
      for (const f of ['ds.json', 'b.json', 'hostfile']) writeFileSync(join(start, f), '');
      writeFileSync(join(start, 'scripts/run.sh'), trial.script);
      const settings = Object.entries(trial.environment ?? {}).map(([n, v]) => quote(`${n}=${v}`));
      const own = join(root, String(i), 'bin');
      symlinkSync(bin, own, 'dir');
      driver.push(
        `(cd ${quote(start)}; ulimit -t 5; export PATH=${quote(own)}:/usr/bin:/bin SHARDLINT_LOG=${quote(join(root, String(i), 'log'))} ${settings.join(' ')}; exec bash --norc ${quote(join(start, 'scripts/run.sh'))} ${(trial.args ?? []).map(quote).join(' ')}) </dev/null >/dev/null 2>${quote(join(root, String(i), 'errors'))}`,
        `echo $? > ${quote(join(root, String(i), 'status'))}`,
      );
    });
    const halves = [driver.slice(0, Math.ceil(trials.length / 2) * 2), driver.slice(Math.ceil(trials.length / 2) * 2)];
    const both = halves.map((lines, i) => {
      writeFileSync(join(root, `driver-${i}`), lines.join('\n'));
      return `env -i BASH_ENV=${quote(join(root, 'functions'))} LC_ALL=C.UTF-8 bash --norc ${quote(join(root, `driver-${i}`))} &`;
    });
    const run = spawnSync('bash', ['-c', `${both.join(' ')} wait`], { stdio: ['ignore', 'ignore', 'pipe'] });
    assert.equal(run.status, 0, run.stderr.toString());
    return trials.map((_, i) => readRun(join(root, String(i))));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** `declare -x NAME="value"` lines; a value with control characters comes as `$'…'`. */
const exportsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/^declare -[a-z]+ (\w+)=(?:"((?:\\[^]|[^"\\])*)"|\$'((?:\\[^]|[^'\\])*)')$/gm)].map(([, name, plain, special]) => [
      name!,
      plain?.replace(/\\([\\"$`])/g, '$1') ?? special!.replace(/\\([^])/g, (_, c: string) => ({ t: '\t', n: '\n', E: '\x1b' })[c] ?? c),
    ]),
  );

function readRun(folder: string): Run {
  const calls = readdirSync(join(folder, 'log')).map((f): Call => {
    const parts = readFileSync(join(folder, 'log', f), 'utf8').split('\0');
    const count = Number(parts[0]);
    const rest = parts.slice(count + 2);
    const environment = rest.length > 1 ? new Map(rest.slice(0, -1).map((e) => [e.slice(0, e.indexOf('=')), e.slice(e.indexOf('=') + 1)])) : exportsOf(rest[0]!);
    return { words: parts.slice(1, count + 1), directory: parts[count + 1]!, environment };
  });
  return { calls, status: Number(readFileSync(join(folder, 'status'), 'utf8')), errors: readFileSync(join(folder, 'errors'), 'utf8'), start: join(folder, 'start'), folder: resolve(folder, 'start/scripts') };
}

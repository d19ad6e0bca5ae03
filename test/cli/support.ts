import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { main } from '../../server/src/cli/main';
import type { JsonReport } from '../../server/src/core/report/json';

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A folder with these files, gone after the test. It has a `.git`, so that nothing above it counts. */
export function folderWith(t: TestContext, files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'shardlint-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, '.git'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

export const read = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');

export interface RunOptions {
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly tty?: boolean;
  readonly startServer?: () => Promise<void>;
}

/** Runs the command line in this process. */
export async function run(cwd: string, args: readonly string[], options: RunOptions = {}) {
  const sink = () => {
    const chunks: Buffer[] = [];
    return { write: (c: string | Uint8Array) => void chunks.push(Buffer.from(c as string)), isTTY: options.tty ?? false, columns: 120, bytes: () => Buffer.concat(chunks) };
  };
  const [stdout, stderr] = [sink(), sink()];
  const code = await main(args, {
    stdout,
    stderr,
    stdin: async () => Buffer.from((options.stdin ?? '') as string),
    cwd,
    env: options.env ?? {},
    startServer: options.startServer ?? (async () => assertNever()),
  });
  return { code, out: stdout.bytes().toString('utf8'), outBytes: stdout.bytes(), err: stderr.bytes().toString('utf8') };
}

function assertNever(): never {
  throw new Error('the server was started');
}

export async function runJson(cwd: string, args: readonly string[], options: RunOptions = {}): Promise<JsonReport & { code: number; err: string }> {
  const { code, out, err } = await run(cwd, [...args, '--format', 'json'], options);
  return { ...(JSON.parse(out) as JsonReport), code, err };
}

/** Silent under all rules. */
export const clean = '{\n  "train_micro_batch_size_per_gpu": 1,\n  "zero_optimization": { "stage": 2 }\n}\n';
/** One error, `fp16-and-bf16` at 3:24–3:28, with an unsafe fix. */
export const withError = '{\n  "train_micro_batch_size_per_gpu": 1,\n  "fp16": { "enabled": true },\n  "bf16": { "enabled": true }\n}\n';
/** One warning, `offload-param-below-stage-3`, whose first fix is safe and removes the third line. */
export const withWarning =
  '{\n  "train_micro_batch_size_per_gpu": 1,\n  "zero_optimization": {\n    "offload_param": { "device": "cpu" },\n    "stage": 2\n  }\n}\n';
export const withWarningFixed = '{\n  "train_micro_batch_size_per_gpu": 1,\n  "zero_optimization": {\n    "stage": 2\n  }\n}\n';

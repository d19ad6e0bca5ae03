import { existsSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

/** A folder of the reference material that lies beside the project; undefined where it does not. */
export function sharedFolder(name: string): string | undefined {
  const folder = fileURLToPath(new URL(`../../../shared/${name}`, import.meta.url));
  return existsSync(folder) ? folder : undefined;
}

/** Skips the test where the material is absent, and says so; with SHARDLINT_NEED_SHARED=1 that is a failure. */
export function needShared(t: TestContext, name: string): string | undefined {
  const folder = sharedFolder(name);
  if (folder !== undefined) return folder;
  if (process.env['SHARDLINT_NEED_SHARED'] === '1') throw new Error(`../shared/${name} is absent`);
  t.skip(`../shared/${name} is absent`);
  return undefined;
}

import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a program in the project's folder with its output shown; answers its exit code. */
export function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env }, shell: process.platform === 'win32' });
  if (error) console.error(error.message);
  return status ?? 1;
}

export const node = (args, env) => run(process.execPath, args, env);

/** `npm ci`, unless the dependencies of the present package-lock.json are there. Ends the process if it fails. */
export function installIfNeeded() {
  const done = `${root}/node_modules/.package-lock.json`;
  if (existsSync(done) && statSync(done).mtimeMs >= statSync(`${root}/package-lock.json`).mtimeMs) return;
  if (existsSync(done) && !process.env.CI) console.log('package-lock.json is newer than node_modules');
  const code = run('npm', ['ci']);
  if (code !== 0) process.exit(code);
}

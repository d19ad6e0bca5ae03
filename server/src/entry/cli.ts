import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { main } from '../cli/main';

// The reader of a pipe went away: nobody is left to write for.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });

void main(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: () => buffer(process.stdin),
  cwd: process.cwd(),
  env: process.env,
  // A bundle of its own beside this one, so that linting does not have to load it.
  startServer: async () => void createRequire(__filename)('./server.js'),
}).then((code) => {
  // Not process.exit: what is still on its way through a pipe would be cut off.
  process.exitCode = code;
});

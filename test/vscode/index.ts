// Loaded by the extension host (extensionTestsPath): runs every suite in suite/ and rejects if a test fails or none ran.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';

// Where the suite's lines come out among those of the workbench, harness/vscode.mjs asks for a mark. (The console itself
// cannot be replaced in the extension host.)
const say = (...args: unknown[]): void => console.log((process.env['SUITE_MARK'] ?? '') + format(...args));

export function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'tdd', timeout: 30_000, color: false, grep: process.env['SUITE_GREP'] || undefined });
  (Mocha.reporters.Base as unknown as { consoleLog: typeof say }).consoleLog = say;
  const folder = join(__dirname, 'suite');
  for (const file of readdirSync(folder).sort()) if (file.endsWith('.js')) mocha.addFile(join(folder, file));
  return new Promise((resolve, reject) => {
    const runner = mocha.run((failures) => {
      const passes = runner.stats?.passes ?? 0;
      const pending = runner.stats?.pending ?? 0;
      say(`${passes} passed, ${failures} failed${pending ? `, ${pending} skipped` : ''}`);
      if (failures > 0) reject(new Error(`${failures} failed`));
      else if (passes === 0) reject(new Error('no test ran'));
      else resolve();
    });
  });
}

#!/usr/bin/env node
// Takes VS Code's own flags and runs a test suite like VS Code's executable does, but in code-server, whose workbench is open in
// headless Chromium. It needs no display. For @vscode/test-electron's `vscodeExecutablePath`, or by hand:
//   vscode.mjs [FOLDER] --extensionDevelopmentPath=DIR --extensionTestsPath=FILE.js   (other flags are ignored)
// Environment: VSCODE_TEST_TIMEOUT ms, VSCODE_TEST_LOG file for all lines of the workbench (and FILE.server), VSCODE_TEST_SCREENSHOT file.
import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'node:util';
import { openBrowser, startCodeServer } from './code-server.mjs';
import { setUpHarness } from './setup.mjs';

/** Marks the suite's own lines among all that the workbench logs; see test/vscode/index.ts. */
const mark = '[suite] ';
const flag = (name) => process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3);
const path = (p) => (p.startsWith('file://') ? fileURLToPath(p) : resolve(p));

const extension = flag('extensionDevelopmentPath');
const tests = flag('extensionTestsPath');
const folder = process.argv.slice(2).find((a) => !a.startsWith('-'));
if (!extension || !tests) {
  console.error('--extensionDevelopmentPath=DIR and --extensionTestsPath=FILE are needed');
  process.exit(2);
}
const timeout = Number(process.env.VSCODE_TEST_TIMEOUT ?? 180_000);
const logFile = process.env.VSCODE_TEST_LOG;
const log = logFile ? createWriteStream(logFile) : undefined;

const harness = setUpHarness();
const server = await startCodeServer(harness, {
  log: logFile && `${logFile}.server`,
  options: ['enable-smoke-test-driver'], // without it a built workbench does not look at the payload below
  env: { SUITE_MARK: mark },
});
const { browser, page } = await openBrowser(harness);
const otherLines = [];
let code = 1;
try {
  const done = new Promise((ok, no) => {
    void page.exposeFunction('codeAutomationLog', (_type, args) => {
      const line = format(...args);
      log?.write(`${line}\n`);
      if (line.startsWith(mark)) console.log(line.slice(mark.length).replaceAll(`\n${mark}`, '\n'));
      else otherLines.push(line);
    });
    void page.exposeFunction('codeAutomationExit', ok);
    page.on('crash', () => no(new Error('the page crashed')));
    setTimeout(() => no(new Error(`no result within ${timeout} ms`)), timeout).unref();
  });
  const remote = (p) => `vscode-remote://${server.authority}${path(p)}`;
  const payload = [['extensionDevelopmentPath', remote(extension)], ['extensionTestsPath', remote(tests)], ['skipWelcome', 'true']];
  const query = new URLSearchParams({ ...(folder ? { folder: path(folder) } : { ew: 'true' }), payload: JSON.stringify(payload) });
  const answer = await page.goto(`${server.base}/?${query}`);
  if (!answer?.ok()) throw new Error(`code-server answered ${answer?.status()}`);
  code = await done;
} catch (error) {
  console.error(`${error.message}; the last lines of the workbench's log:\n${otherLines.slice(-40).join('\n')}`);
} finally {
  if (process.env.VSCODE_TEST_SCREENSHOT) await page.screenshot({ path: process.env.VSCODE_TEST_SCREENSHOT }).catch(() => {});
  await browser.close().catch(() => {});
  await server.stop();
}
process.exit(code);

// Uses the packed extension the way a person does, in VS Code's own workbench in Chromium: sees the squiggle, hovers, follows the
// rule's link, applies a quick fix, saves, and looks at the status item. With --save DIR the pictures are kept (README shows them).
//   node test/vscode/ui.mjs [--vsix FILE] [--save DIR]
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser, startCodeServer } from './harness/code-server.mjs';
import { root, setUpHarness } from './harness/setup.mjs';

const { values } = parseArgs({ options: { vsix: { type: 'string' }, save: { type: 'string' } } });
let harness;
try {
  harness = setUpHarness();
} catch (error) {
  console.log(`The user-interface test was NOT run: ${error.message}`);
  process.exit(process.env.CI ? 1 : 0);
}
let vsix = values.vsix;
if (!vsix) {
  execFileSync(process.execPath, [join(root, 'scripts/package.mjs')], { cwd: root, stdio: 'inherit' });
  vsix = join(root, 'shardlint.vsix');
}

const work = mkdtempSync(join(tmpdir(), 'shardlint-ui-'));
const folder = join(work, 'llama-sft');
cpSync(join(root, 'examples/llama-sft'), folder, { recursive: true });
const pictures = resolve(values.save ?? join(work, 'pictures'));
mkdirSync(pictures, { recursive: true });
const started = performance.now();
let passed = 0;
const step = (text) => {
  passed++;
  console.log(`  ${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s  ${text}`);
};

const server = await startCodeServer(harness, {
  vsix: [vsix],
  settings: {
    'editor.minimap.enabled': false, 'editor.fontSize': 14, 'breadcrumbs.enabled': false, 'window.commandCenter': false,
    'workbench.layoutControl.enabled': false, 'workbench.colorTheme': 'Default Light Modern', 'editor.stickyScroll.enabled': false,
  },
});
const { browser, page } = await openBrowser(harness, { viewport: { width: 1100, height: 720 } });
page.setDefaultTimeout(30_000);
const picture = (name) => page.screenshot({ path: join(pictures, `${name}.png`) });
const editor = page.locator('.editor-instance .monaco-editor').first();
const word = (text) => editor.locator('.view-line span', { hasText: new RegExp(`^${text}$`) }).first();

/** A key pressed while the workbench is still busy can be lost: pressed until what it opens is there. */
async function press(keys, opened) {
  for (let i = 0; ; i++) {
    await page.keyboard.press(keys);
    try {
      return await opened.waitFor({ timeout: 3000 });
    } catch (error) {
      if (i === 4) throw error;
    }
  }
}
/** Away from the text, so that no hover comes up. */
const moveAway = () => page.mouse.move(1000, 10);

async function openFile(name) {
  await page.getByRole('treeitem', { name }).first().dblclick();
  await editor.locator('.view-lines').waitFor();
}

/** Waits for a text in one of the frames: a webview is a frame within a frame. */
async function textInSomeFrame(text) {
  for (const end = Date.now() + 30_000; ; await page.waitForTimeout(200)) {
    for (const frame of page.frames().slice(1)) {
      const shown = await frame.locator('body').innerText({ timeout: 1000 }).catch(() => '');
      if (shown.includes(text)) return;
    }
    assert.ok(Date.now() < end, `${JSON.stringify(text)} is in none of ${page.frames().length} frames`);
  }
}

let failure;
try {
  await page.goto(`${server.base}/?folder=${encodeURIComponent(folder)}`);
  await page.locator('.explorer-folders-view').waitFor();
  await openFile('ds_config.json');
  await editor.locator('.squiggly-warning, .squiggly-error').first().waitFor();
  step('a finding is underlined');

  await press('Control+Shift+M', page.locator('.markers-panel'));
  // Only the rows that fit are in the page: those of one file are enough.
  await page.keyboard.type('ds_config');
  await page.locator('.markers-panel .monaco-list-row', { hasText: '256 is not 4 × 8 × 16 ranks = 512' }).waitFor();
  await moveAway();
  await page.waitForTimeout(500); // the panel settles
  await picture('findings');
  await press('Control+J', page.locator('.monaco-workbench.nopanel'));
  step('it is in the Problems panel');

  await word('"train_batch_size"').hover();
  const values = page.locator('.monaco-hover:not(.hidden)', { hasText: '16 ranks' }).first();
  await values.waitFor();
  await values.locator('text=/Loading…/').first().waitFor({ state: 'hidden' });
  for (const place of ['train.sh', 'hostfile', 'ds_config.json']) assert.ok((await values.innerText()).includes(place), `the hover does not name ${place}`);
  await picture('hover');
  step('the hover says what the value is made of, and where each part stands');
  await moveAway();
  await values.waitFor({ state: 'hidden' });

  await word('"offload_param"').hover();
  const hover = page.locator('.monaco-hover:not(.hidden)', { hasText: 'offload_param is ignored' }).first();
  await hover.waitFor();
  await hover.locator('text=/Loading…|Checking for quick fixes/').first().waitFor({ state: 'hidden' });
  step('the hover says what is wrong');

  await hover.locator('a.code-link').first().click();
  const preview = page.locator('.tab', { hasText: 'offload-param-below-stage-3' });
  await preview.waitFor();
  await textInSomeFrame('Only stage 3 shards the parameters');
  await picture('rule-page');
  step("the rule's name leads to its page");
  await openFile('ds_config.json');

  await word('"offload_param"').click();
  await moveAway();
  await editor.locator('.lightBulbWidget').waitFor(); // the server has answered
  const fix = page.locator('.action-widget .monaco-list-row', { hasText: 'Remove offload_param' }).first();
  await press('Control+.', fix);
  await page.waitForTimeout(300);
  await picture('quick-fix');
  await fix.click();
  await page.keyboard.press('Control+S');
  const file = join(folder, 'ds_config.json');
  for (let i = 0; readFileSync(file, 'utf8').includes('offload_param'); i++) {
    assert.ok(i < 200, 'the fixed file was not saved');
    await page.waitForTimeout(50);
  }
  assert.ok(readFileSync(file, 'utf8').includes('"stage3_prefetch_bucket_size": 50000000'), 'more than the section was removed');
  step('a quick fix is applied and saved');

  await openFile('train.sh');
  await editor.locator('.view-line', { hasText: '⟨16 ranks⟩' }).first().waitFor();
  await editor.locator('.squiggly-error').first().waitFor();
  await moveAway();
  await page.waitForTimeout(300);
  await picture('script');
  step('the number of ranks stands in the script');
  await openFile('ds_config.json');

  await page.locator('.statusbar-item[id="status.languageStatus"]').hover();
  const status = page.locator('.hover-language-status', { hasText: 'DeepSpeed config' }).first();
  await status.waitFor();
  await page.waitForTimeout(300);
  await picture('status');
  step(`the status item says: ${(await status.innerText()).replace(/\s+/g, ' ')}`);
} catch (error) {
  failure = error;
  await page.screenshot({ path: join(tmpdir(), 'shardlint-ui-failed.png') }).catch(() => {});
} finally {
  await browser.close().catch(() => {});
  await server.stop();
  rmSync(work, { recursive: true, force: true });
}
if (failure) {
  console.error(failure);
  console.error(`a picture of the failure: ${join(tmpdir(), 'shardlint-ui-failed.png')}`);
}
console.log(`ui: ${passed} passed, ${failure ? 1 : 0} failed`);
process.exit(failure ? 1 : 0);

// Draws docs/images/icon.png (128 × 128, as the Marketplace asks) from icon.svg with Chromium.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from '../test/vscode/harness/setup.mjs';

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url));
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({ viewport: { width: 128, height: 128 } });
await page.setContent(`<style>body{margin:0;background:transparent}svg{display:block}</style>${readFileSync(join(folder, 'icon.svg'), 'utf8')}`);
await page.screenshot({ path: join(folder, 'icon.png'), omitBackground: true });
await browser.close();

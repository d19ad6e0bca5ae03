import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import JSZip from 'jszip';

/** Lays the extension out of a .vsix into `folder`, which is emptied first. Answers the names of the files. */
export async function unzipExtension(vsix, folder) {
  const zip = await JSZip.loadAsync(readFileSync(vsix));
  rmSync(folder, { recursive: true, force: true });
  const names = [];
  for (const entry of Object.values(zip.files)) {
    if (entry.dir || !entry.name.startsWith('extension/')) continue;
    const name = entry.name.slice('extension/'.length);
    names.push(name);
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, await entry.async('nodebuffer'));
  }
  return names.sort();
}

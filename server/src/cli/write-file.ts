import { randomBytes } from 'node:crypto';
import { access, constants, lstat, open, readFile, realpath, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { URI } from 'vscode-uri';
import { en, type Text } from '../core/text/say';

const changed = en`it changed on disk since it was read`.zh`读取之后它在磁盘上已改变`;
const notUtf8 = en`it is not UTF-8`.zh`它不是 UTF-8 编码`;
const failed = (error: unknown): Text => {
  const message = error instanceof Error ? error.message : String(error);
  return en`it cannot be written: ${message}`.zh`无法写入：${message}`;
};

/** Why a file cannot be replaced, when it held `before`; undefined when it can. */
export async function checkWritable(uri: string, before: string): Promise<Text | undefined> {
  try {
    const path = await realpath(URI.parse(uri).fsPath);
    const reason = await differs(path, before);
    if (reason) return reason;
    // The file is replaced by a new one, so its folder has to allow that; its own mode says whether it is meant to change.
    await access(path, constants.W_OK);
    await access(dirname(path), constants.W_OK);
    return undefined;
  } catch (error) {
    return failed(error);
  }
}

async function differs(path: string, before: string): Promise<Text | undefined> {
  const bytes = await readFile(path);
  if (bytes.equals(Buffer.from(before, 'utf8'))) return undefined;
  // Decoded, wrong bytes became replacement characters; written back they would be lost.
  return bytes.toString('utf8') === before ? notUtf8 : changed;
}

/**
 * Puts `after` in the place of `before`: all of it or nothing, under the same mode and owner, and behind a link in the
 * file that the link leads to. Answers why not.
 */
export async function writeText(uri: string, before: string, after: string): Promise<Text | undefined> {
  let temporary: string | undefined;
  try {
    const path = await realpath(URI.parse(uri).fsPath);
    const stat = await lstat(path);
    temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
    const file = await open(temporary, 'wx', stat.mode);
    try {
      await file.writeFile(after, 'utf8');
      // What the umask took away.
      await file.chmod(stat.mode);
      await file.chown(stat.uid, stat.gid).catch(() => undefined);
      await file.sync();
    } finally {
      await file.close();
    }
    const reason = await differs(path, before);
    if (!reason) {
      await rename(temporary, path);
      temporary = undefined;
    }
    return reason;
  } catch (error) {
    return failed(error);
  } finally {
    if (temporary !== undefined) await unlink(temporary).catch(() => undefined);
  }
}

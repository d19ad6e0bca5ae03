import { Range, type TextDocument } from 'vscode';
import { recognise } from '../../server/src/core/model/recognise';
import { fileName } from '../../server/src/core/text/uri';

/** The documents that are sent to the server, once it runs. Those it does not recognise cost it nothing. */
export const schemes: readonly string[] = ['file', 'untitled', 'vscode-remote', 'vscode-vfs', 'vscode-test-web'];
const languages = ['json', 'jsonc', 'shellscript', 'deepspeed-hostfile', 'deepspeed-env'];
/** Names that editors take for plain text. */
const patterns = ['**/*hostfile*', '**/.deepspeed_env*', '**/*.{sbatch,slurm,srun,job}'];

export const documentSelector = schemes.flatMap((scheme) => [
  ...languages.map((language) => ({ scheme, language })),
  ...patterns.map((pattern) => ({ scheme, pattern })),
]);

/** More lines than any config has: the rest of a long file is not looked at. */
const head = new Range(0, 0, 5000, 0);

/** Whether a document is a reason to start the server. Decided by name and a cheap look at the text, without parsing. */
export function needsServer(document: TextDocument): boolean {
  if (!schemes.includes(document.uri.scheme)) return false;
  const uri = document.uri.toString();
  return fileName(uri) === 'shardlint.json' || recognise(uri, document.getText(head), document.languageId) !== undefined;
}

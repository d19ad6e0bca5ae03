import { readFileSync } from 'node:fs';

export interface Named {
  readonly name: string;
  readonly text: string;
}

/** Launch scripts as people write them; each begins behind a line `#### NAME`. */
export const launchScripts: readonly Named[] = ['single-node', 'multi-node', 'slurm', 'control-flow'].flatMap((file) =>
  readFileSync(new URL(`scripts/${file}.sh`, import.meta.url), 'utf8')
    .split(/^#### /m)
    .slice(1)
    .map((part) => ({ name: `${file}: ${part.slice(0, part.indexOf('\n'))}`, text: part.slice(part.indexOf('\n') + 1).replace(/\\\n$/, '\\') })),
);

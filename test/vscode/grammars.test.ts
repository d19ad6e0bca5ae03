// The TextMate grammars, run by VS Code's own tokenizer.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as oniguruma from 'vscode-oniguruma';
import * as textmate from 'vscode-textmate';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { contributes: { grammars: { language: string; scopeName: string; path: string }[] } };

const onigLib = oniguruma.loadWASM(readFileSync(createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm'))).then(() => ({
  createOnigScanner: (sources: string[]) => new oniguruma.OnigScanner(sources),
  createOnigString: (text: string) => new oniguruma.OnigString(text),
}));
const registry = new textmate.Registry({
  onigLib,
  loadGrammar: async (scopeName) => {
    const path = manifest.contributes.grammars.find((g) => g.scopeName === scopeName)?.path;
    return path ? textmate.parseRawGrammar(readFileSync(`${root}/${path}`, 'utf8'), path) : null;
  },
});

/** The innermost scope of every token that is not blank, without the language's own ending. */
async function scopes(language: string, lines: readonly string[]): Promise<string[]> {
  const { scopeName } = manifest.contributes.grammars.find((g) => g.language === language)!;
  const grammar = (await registry.loadGrammar(scopeName)) as textmate.IGrammar;
  const all: string[] = [];
  let state = textmate.INITIAL;
  for (const line of lines) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    for (const t of tokens) {
      const text = line.slice(t.startIndex, t.endIndex).trim();
      if (text !== '') all.push(`${text} ${t.scopes.at(-1)!.replace(`.${language}`, '')}`);
    }
  }
  return all;
}

test('a hostfile is coloured as the launcher reads it', async () => {
  assert.deepEqual(await scopes('deepspeed-hostfile', ['# nodes', 'worker-0 slots=8 # note', '\tw1\tslots=4x', '', 'worker-1:8', 'w2 slots = 8']), [
    '# nodes comment.line.number-sign',
    ...['worker-0 entity.name.type.host', 'slots keyword.other.slots', '= keyword.operator.assignment', '8 constant.numeric.integer', '# note comment.line.ignored'],
    ...['w1 entity.name.type.host', 'slots keyword.other.slots', '= keyword.operator.assignment', '4 constant.numeric.integer', 'x comment.line.ignored'],
    'worker-1:8 invalid.illegal.bad-entry',
    'w2 slots = 8 invalid.illegal.bad-entry',
  ]);
});

test('a .deepspeed_env is coloured as the launcher reads it', async () => {
  assert.deepEqual(await scopes('deepspeed-env', ['NCCL_DEBUG=INFO', 'A = 1', 'P=$HOME/x', 'export B=2', '# a=b', 'C', 'D=a=b', 'E=']), [
    ...['NCCL_DEBUG variable.other.environment', '= keyword.operator.assignment', 'INFO string.unquoted'],
    ...['A variable.other.environment', '= keyword.operator.assignment', '1 constant.numeric'],
    ...['P variable.other.environment', '= keyword.operator.assignment', '$HOME variable.other.normal.shell', '/x string.unquoted'],
    ...['export invalid.illegal.export', 'B variable.other.environment', '= keyword.operator.assignment', '2 constant.numeric'],
    '# a=b invalid.illegal.comment',
    'C invalid.illegal.no-assignment',
    ...['D variable.other.environment', '= keyword.operator.assignment', 'a=b string.unquoted'],
    ...['E variable.other.environment', '= keyword.operator.assignment'],
  ]);
});

import type { EnvLine } from '../../syntax/env';
import { en, type Text } from '../../text/say';
import type { LineMap } from '../../text/line-map';
import { defineRule, type FixDraft } from '../define';

export default defineRule({
  name: 'env-line-without-equals',
  severity: 'error',
  since: '0.1.0',
  on: 'env',
  docs: {
    summary: en`A line of .deepspeed_env without an equals sign: empty, a comment, or a bare word.`.zh`.deepspeed_env 中没有等号的行：空行、注释或单独的词。`,
    why: en`The launcher splits every line at its first equals sign and knows neither comments nor empty lines. On such a line a multi-node launch stops with "ValueError: not enough values to unpack (expected 2, got 1)". A run on one node does not read the file.`
      .zh`启动器会在第一个等号处拆分每一行，既不识别注释也不跳过空行。遇到这样的行，多机启动会报错退出："ValueError: not enough values to unpack (expected 2, got 1)"。单机运行不读取此文件。`,
    bad: `
//- .deepspeed_env
# network
^^^^^^^^^ error env-line-without-equals: "not enough values to unpack (expected 2, got 1)"
NCCL_DEBUG=WARN

^ error env-line-without-equals: empty
CUDA_HOME /usr/local/cuda
^^^^^^^^^^^^^^^^^^^^^^^^^ error env-line-without-equals
`,
    good: `
//- .deepspeed_env
NCCL_DEBUG=WARN
CUDA_HOME=/usr/local/cuda
`,
    fixSafety: en`Removing an empty line or a comment is safe: the launch stops on it. Turning a word and a value into a setting is unsafe.`
      .zh`删除空行或注释是安全的：保留它必然无法启动。把词和值改写成赋值不安全。`,
    references: ['deepspeed/launcher/runner.py:622 @ 0.19'],
  },
  check(subject, report) {
    for (const line of subject.env.lines) {
      if (line.entry) continue;
      report({ at: line.span, message: message(line), help: help(line), ...fixOf(line, subject.document.source.lines) });
    }
  },
});

const error = '"not enough values to unpack (expected 2, got 1)"';

function message(line: EnvLine): Text {
  const text = line.text.trim();
  if (text === '') return en`A multi-node launch stops on this empty line: ${error}.`.zh`多机启动会在此空行处报错退出：${error}。`;
  if (text.startsWith('#')) return en`A multi-node launch stops on this comment: ${error}.`.zh`多机启动会在此注释处报错退出：${error}。`;
  return en`A multi-node launch stops on this line without "=": ${error}.`.zh`多机启动会在此没有 "=" 的行处报错退出：${error}。`;
}

const help = (line: EnvLine): Text =>
  /^\s*(#|$)/.test(line.text)
    ? en`Remove the line: the file has neither comments nor empty lines.`.zh`删除该行：此文件不支持注释和空行。`
    : en`Write NAME=value, or remove the line.`.zh`写成 NAME=value，或删除该行。`;

function fixOf(line: EnvLine, lines: LineMap): { readonly fix?: FixDraft } {
  const remove = { span: lines.fullLineSpan(line.line), newText: '' };
  if (/^\s*(#|$)/.test(line.text)) return { fix: { title: en`Remove the line`.zh`删除该行`, safety: 'safe', edits: [remove] } };
  const pair = /^(\s*(?:export\s+)?[A-Za-z_]\w*)(\s*:\s*|\s+)(?=\S)/.exec(line.text);
  if (!pair) return { fix: { title: en`Remove the line`.zh`删除该行`, safety: 'unsafe', edits: [remove] } };
  const start = line.span.start + pair[1]!.length;
  return { fix: { title: en`Put "=" between name and value`.zh`在名称与值之间写 "="`, safety: 'unsafe', edits: [{ span: { start, end: start + pair[2]!.length }, newText: '=' }] } };
}

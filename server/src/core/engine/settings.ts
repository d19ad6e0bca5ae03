import { settingsSchema } from '../../../../schemas/settings';
import type { SourceText } from '../model/document';
import { fact, type Fact, type FilePlace } from '../model/fact';
import type { Finding, Severity } from '../model/finding';
import type { Reader } from '../model/reader';
import { noSettings, type FileMapping, type Settings, type Tool } from '../model/settings';
import { rules as allRules } from '../rules/index.generated';
import badSetting from '../rules/meta/bad-setting';
import unknownSetting from '../rules/meta/unknown-setting';
import { keyOf, pathKey, type Node, type Tree } from '../syntax/tree';
import { nearest } from '../text/nearest';
import { en, joinTexts, same } from '../text/say';
import { toFinding } from './run-rules';

type Raw = ReturnType<typeof settingsSchema.parse>;

/**
 * The settings that a file holds. What is wrong in it becomes findings on it, and only the parts that are right count.
 * @param prefix Where in the tree the settings stand: `['tool', 'shardlint']` in pyproject.toml.
 */
export function readSettings(source: SourceText, tree: Tree = source.json, prefix: readonly string[] = []): Settings {
  const findings: Finding[] = tree.problems.map((p) => toFinding(badSetting, { at: p.span, message: p.message }, source.uri));
  const root = prefix.length === 0 ? tree.root : tree.nodes.get(pathKey(prefix));
  if (!root) return { ...noSettings, uri: source.uri, findings };
  const nodeOf = (path: readonly PropertyKey[]): Node => {
    for (let n = path.length; n > 0; n--) {
      const node = tree.nodes.get(pathKey([...prefix, ...path.slice(0, n).map(String)]));
      if (node) return node;
    }
    return root;
  };
  const { data, bad } = check(root.value, nodeOf, source.uri);
  const place = (...path: string[]): FilePlace => ({ uri: source.uri, span: nodeOf(path).span });
  const factAt = <T>(value: T, ...path: string[]): Fact<T> => fact(value, place(...path));
  const ruleMap = (record: Record<string, Severity | 'off'>, ...path: string[]) =>
    new Map(Object.entries(record).map(([name, s]) => [name, factAt(s, ...path, name)] as const));

  const names = new Set(allRules.map((r) => r.name));
  const misspelt = (name: string, node: Node): Finding[] => (names.has(name) ? [] : [unknownRule(name, node, source.uri, names)]);
  const keyed = (path: string[]) => nodeOf(path).children.flatMap((c) => misspelt(keyOf(c), c));
  const overrides = data.overrides ?? [];
  const ignore = data.ignore ?? [];
  return {
    uri: source.uri,
    versions: Object.fromEntries(Object.entries(data.versions ?? {}).map(([t, v]) => [t, factAt(v as string, 'versions', t)])) as { [T in Tool]?: Fact<string> },
    files: Object.entries(data.files ?? {}).map(([pattern, kind]): FileMapping => ({ pattern, kind, at: place('files', pattern) })),
    rules: ruleMap(data.rules ?? {}, 'rules'),
    overrides: overrides.map((o, i) => ({ files: o.files, rules: ruleMap(o.rules, 'overrides', String(i), 'rules') })),
    ignore: ignore.map((g, i) => ({ file: g.file, rule: g.rule, path: g.path, reason: g.reason ?? '', at: place('ignore', String(i)) })),
    hardware: Object.fromEntries(Object.entries(data.hardware ?? {}).map(([k, v]) => [k, factAt(v, 'hardware', k)])) as Settings['hardware'],
    ...(data.model !== undefined ? { model: factAt(data.model, 'model') } : {}),
    ...(data.reader !== undefined ? { reader: factAt<Reader>(data.reader, 'reader') } : {}),
    findings: [
      ...findings,
      ...bad,
      ...(data.rules ? keyed(['rules']) : []),
      ...overrides.flatMap((_, i) => keyed(['overrides', String(i), 'rules'])),
      ...ignore.flatMap((g, i) => misspelt(g.rule, nodeOf(['ignore', String(i), 'rule']))),
    ],
  };
}

/** The parts that fit the schema: a wrong part is reported, left out, and the rest tried again. */
function check(value: unknown, nodeOf: (path: readonly PropertyKey[]) => Node, uri: string): { data: Raw; bad: Finding[] } {
  const bad: Finding[] = [];
  const copy: unknown = structuredClone(value ?? {});
  for (let round = 0; round < 50; round++) {
    const result = settingsSchema.safeParse(copy);
    if (result.success) return { data: result.data, bad };
    const issue = result.error.issues[0]!;
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        bad.push(unknownKey(nodeOf([...issue.path, key]), key, siblingsAt(issue.path), uri));
        remove(copy, [...issue.path, key]);
      }
      continue;
    }
    const node = nodeOf(issue.path);
    const allowed = issue.code === 'invalid_value' ? issue.values.map((v) => same(`"${String(v)}"`)) : [];
    bad.push(
      toFinding(
        badSetting,
        {
          at: node.span,
          message: en`${issue.path.join('.') || 'The file'} cannot be ${node.raw.slice(0, 60)}.`.zh`${issue.path.join('.') || '该文件'} 的值不能是 ${node.raw.slice(0, 60)}。`,
          help: allowed.length > 0 ? en`Allowed: ${joinTexts(allowed, ', ')}.`.zh`允许的值：${joinTexts(allowed, '、')}。` : en`Expected: ${'expected' in issue ? String(issue.expected) : issue.code}.`.zh`应为：${'expected' in issue ? String(issue.expected) : issue.code}。`,
        },
        uri,
      ),
    );
    if (issue.path.length === 0 || !remove(copy, issue.path)) break;
  }
  return { data: {}, bad };
}

function remove(value: unknown, path: readonly PropertyKey[]): boolean {
  let holder = value as Record<PropertyKey, unknown>;
  for (const key of path.slice(0, -1)) {
    if (typeof holder[key] !== 'object' || holder[key] === null) return false;
    holder = holder[key] as Record<PropertyKey, unknown>;
  }
  const last = path[path.length - 1]!;
  if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
  return true;
}

function siblingsAt(path: readonly PropertyKey[]): readonly string[] {
  const shapes: Record<string, readonly string[]> = {
    '': ['versions', 'reader', 'files', 'rules', 'overrides', 'ignore', 'hardware', 'model'],
    versions: ['deepspeed', 'accelerate', 'transformers', 'torch', 'megatron', 'nccl'],
    hardware: ['gpu', 'gpusPerNode', 'nodes', 'interconnect'],
    overrides: ['files', 'rules'],
    ignore: ['file', 'rule', 'path', 'reason'],
  };
  return shapes[String(path[0] ?? '')] ?? [];
}

function unknownKey(node: Node, key: string, known: readonly string[], uri: string): Finding {
  const meant = nearest(key, known);
  return toFinding(
    unknownSetting,
    {
      at: node.keySpan ?? node.span,
      message: en`Shardlint has no setting "${key}"; it has no effect.`.zh`Shardlint 没有设置项 "${key}"，它不起作用。`,
      help: meant ? en`Did you mean "${meant}"?`.zh`是否想写 "${meant}"？` : en`Known here: ${known.join(', ')}.`.zh`此处可用：${known.join('、')}。`,
      ...(meant && node.keySpan ? { fix: { title: en`Change to "${meant}"`.zh`改为 "${meant}"`, safety: 'unsafe', edits: [{ span: node.keySpan, newText: JSON.stringify(meant) }] } } : {}),
    },
    uri,
  );
}

function unknownRule(name: string, node: Node, uri: string, names: Iterable<string>): Finding {
  const meant = nearest(name, names);
  const at = node.keySpan ?? node.span;
  return toFinding(
    unknownSetting,
    {
      at,
      message: en`No rule is named "${name}"; this entry has no effect.`.zh`没有名为 "${name}" 的规则，该条目不起作用。`,
      help: meant ? en`Did you mean "${meant}"?`.zh`是否想写 "${meant}"？` : en`"shardlint rules" lists the names.`.zh`运行 "shardlint rules" 可列出所有规则名。`,
      ...(meant ? { fix: { title: en`Change to "${meant}"`.zh`改为 "${meant}"`, safety: 'unsafe', edits: [{ span: at, newText: JSON.stringify(meant) }] } } : {}),
    },
    uri,
  );
}

import { CodeActionKind, CodeActionTriggerKind, type CodeAction, type CodeActionParams, type Command } from 'vscode-languageserver';
import { fixAll, selectFixes } from '../../core/engine/fix';
import { ignoreEdit } from '../../core/engine/ignore-edit';
import type { Project } from '../../core/job/project';
import type { SourceText } from '../../core/model/document';
import type { FileEdit, Finding } from '../../core/model/finding';
import { en, render, type Text } from '../../core/text/say';
import { canonical } from '../../core/text/uri';
import { diagnosticOf, offsetOf, sourceOf, workspaceEdit } from '../convert';
import { reportOf } from '../reports';
import type { Guard } from '../server';
import type { Session } from '../session';

export const fixAllKind = `${CodeActionKind.SourceFixAll}.shardlint`;
export const codeActionKinds = [CodeActionKind.QuickFix, fixAllKind];

/** More findings than these at one place get no actions of their own. */
const mostFindings = 20;

/**
 * `textDocument/codeAction`. The findings are looked up anew rather than taken from the client's diagnostics, so that an
 * edit always fits the text as it is.
 */
export function codeAction(session: Session, guard: Guard): void {
  session.connection.onCodeAction(
    guard('textDocument/codeAction', null, async (params, token): Promise<(CodeAction | Command)[] | null> => {
      const uri = canonical(params.textDocument.uri);
      const wants = wanted(params);
      if (!wants.quickFix && !wants.fixAll) return null;
      const project = await session.projectFor(token);
      const source = sourceOf(project, uri);
      if (!source) return null;
      const actions: CodeAction[] = [];
      if (wants.quickFix) {
        const here = reportOf(session, project, uri).findings.filter((f) => touches(source, f, params.range)).slice(0, mostFindings);
        const at = { session, project, source };
        actions.push(...here.flatMap((f) => fixActions(at, f)), ...distinct(here).flatMap((f) => [...ignoreActions(at, f), ...documentationActions(at, f)]));
      }
      if (wants.fixAll) actions.push(...fixAllActions(session, project, uri, source));
      return actions;
    }),
  );
}

function wanted({ context }: CodeActionParams): { readonly quickFix: boolean; readonly fixAll: boolean } {
  const asks = (kind: string): boolean => context.only?.some((k) => kind === k || kind.startsWith(`${k}.`)) ?? false;
  const any = context.only === undefined || context.only.length === 0;
  // Wherever the cursor goes, clients ask what there is for its place; the fixes of a whole file are for those who call for them.
  return { quickFix: any || asks(CodeActionKind.QuickFix), fixAll: asks(fixAllKind) || (any && context.triggerKind !== CodeActionTriggerKind.Automatic) };
}

const touches = (source: SourceText, { place }: Finding, range: CodeActionParams['range']): boolean => {
  const [start, end] = [offsetOf(source, range.start), offsetOf(source, range.end)];
  return place.span.start <= end && start <= place.span.end;
};

/** One finding of each rule: what is said of the rule need not be said twice. */
const distinct = (findings: readonly Finding[]): readonly Finding[] => findings.filter((f, i) => findings.findIndex((g) => g.rule === f.rule) === i);

interface At {
  readonly session: Session;
  readonly project: Project;
  readonly source: SourceText;
}

function fixActions({ session, project, source }: At, finding: Finding): readonly CodeAction[] {
  const diagnostics = [diagnosticOf(session, project, source, finding)];
  const fixes = finding.fixes.filter((fix) => fix.edits.length > 0 && fix.edits.every((e) => sourceOf(project, e.uri)));
  const preferred = fixes.find((f) => f.safety === 'safe');
  return fixes.map((fix) => ({
    title: render(fix.safety === 'safe' ? fix.title : en`${fix.title} (unsafe)`.zh`${fix.title}（不安全）`, session.client.lang),
    kind: CodeActionKind.QuickFix,
    diagnostics,
    isPreferred: fix === preferred,
    edit: workspaceEdit(session, project, fix.edits),
  }));
}

function ignoreActions({ session, project, source }: At, finding: Finding): readonly CodeAction[] {
  const edit = ignoreEdit(project, finding);
  if (!edit || (edit.creates !== undefined && !session.client.createsFiles)) return [];
  const { lang } = session.client;
  const title: Text = edit.where === 'comment' ? en`Ignore ${finding.rule} here (comment)`.zh`在此处忽略 ${finding.rule}（注释）` : en`Ignore ${finding.rule} here (shardlint.json)`.zh`在此处忽略 ${finding.rule}（shardlint.json）`;
  const changes =
    edit.creates === undefined
      ? workspaceEdit(session, project, edit.edits)
      : { documentChanges: [{ kind: 'create' as const, uri: edit.creates, options: { ignoreIfExists: true } }, { textDocument: { uri: edit.creates, version: null }, edits: edit.edits.map(inNewFile) }] };
  return [{ title: render(title, lang), kind: CodeActionKind.QuickFix, diagnostics: [diagnosticOf(session, project, source, finding)], edit: changes }];
}

const inNewFile = ({ newText }: FileEdit) => ({ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, newText });

function documentationActions({ session, project, source }: At, finding: Finding): readonly CodeAction[] {
  if (!session.client.commands) return [];
  const title = render(en`Show documentation of ${finding.rule}`.zh`查看 ${finding.rule} 的说明`, session.client.lang);
  return [{ title, kind: CodeActionKind.QuickFix, diagnostics: [diagnosticOf(session, project, source, finding)], command: { title, command: 'shardlint.showDocumentation', arguments: [finding.rule] } }];
}

/** All safe fixes of a file: as they stand where one round is enough, else the part of the text that the rounds change. */
function fixAllActions(session: Session, project: Project, uri: string, source: SourceText): readonly CodeAction[] {
  const inFile = { accept: (fix: { readonly edits: readonly FileEdit[] }) => fix.edits.every((e) => e.uri === uri) };
  const result = fixAll(project, [uri], session.remake, inFile);
  const text = result.changed.get(uri);
  if (text === undefined || text === source.text) return [];
  const round = selectFixes(reportOf(session, project, uri).findings, false, inFile.accept);
  const edits = round.taken.length === result.applied.length ? (round.edits.get(uri) ?? []).map((e) => ({ ...e, uri })) : [{ uri, ...changedPart(source.text, text) }];
  return [
    {
      title: render(en`Fix all safe Shardlint problems`.zh`修复所有可安全修复的 Shardlint 问题`, session.client.lang),
      kind: fixAllKind,
      edit: workspaceEdit(session, project, edits),
    },
  ];
}

/** The shortest single replacement that turns one text into the other, in whole characters. */
export function changedPart(before: string, after: string): { readonly span: { readonly start: number; readonly end: number }; readonly newText: string } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  // Neither in the middle of a line break nor of a surrogate pair.
  if (start > 0 && /[\r\uD800-\uDBFF]/.test(before[start - 1]!)) start--;
  if (end > 0 && /[\n\uDC00-\uDFFF]/.test(before[before.length - end]!)) end--;
  return { span: { start, end: before.length - end }, newText: after.slice(start, after.length - end) };
}

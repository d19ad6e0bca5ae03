import {
  DocumentDiagnosticReportKind, LSPErrorCodes, ResponseError, type CancellationToken, type PreviousResultId, type WorkspaceDiagnosticReport, type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver';
import type { Project } from '../../core/job/project';
import { SourceText } from '../../core/model/document';
import { isScriptName } from '../../core/model/recognise';
import { canonical } from '../../core/text/uri';
import type { Workspace } from '../../host/load';
import { Discovery } from '../discover';
import { reportOf } from '../reports';
import type { Guard } from '../server';
import type { Session } from '../session';

/** How long after the last change the workspace is looked at again, in ms. */
const settleDelay = 500;
/** How long the background keeps the requests of the user waiting, in ms. */
const slice = 10;

/**
 * `workspace/diagnostic`: the findings in files that nobody has opened. Held open until some report differs from what the
 * client has, since it asks again 2 s after every answer. To a client that takes partial results the news are sent as they
 * come, and the question stays open.
 */
export function workspaceDiagnostic(session: Session, guard: Guard): void {
  if (!session.client.workspaceDiagnostics) return;
  const background = new Background(session);
  session.connection.languages.diagnostics.onWorkspace(({ previousResultIds }, token, _progress, partial) =>
    guard('workspace/diagnostic', { items: [] }, async (): Promise<WorkspaceDiagnosticReport> => {
      const known = knownTo(previousResultIds);
      for (;;) {
        const change = nextChange(session, token);
        const items = await background.news(known, token);
        if (items.length > 0) {
          if (!partial) return { items };
          partial.report({ items });
        }
        await change;
        if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
      }
    })(undefined, token),
  );
}

/** Result ids that the client has, by canonical URI. */
type Known = Map<string, string>;
const knownTo = (previous: readonly PreviousResultId[]): Known => new Map(previous.map((p) => [canonical(p.uri), p.value]));

/** The workspace's files, apart from the open documents' project, which every key press makes anew. */
class Background {
  private folders: readonly string[] = [];
  private workspace: Workspace;
  private discovery: Discovery;
  /** Documents that were open when the workspace was looked at last. */
  private open: readonly string[] = [];
  /** Documents that the client closed or asked about: what it has of the file need no longer be what it was told here. */
  private readonly closed = new Set<string>();
  /** The last picture, and the number of the last change before it was made. */
  private last: { readonly at: number; readonly uris: readonly string[]; readonly project: Project } | undefined;

  constructor(private readonly session: Session) {
    [this.workspace, this.discovery] = this.begin();
    session.background = (uri) => this.workspace.knows(uri) || this.discovery.knows(uri);
    session.onDidClose((uri) => this.closed.add(uri));
    session.onDidAskAbout((uri) => this.closed.add(uri));
    session.onDidChangeFiles(({ uris, listing, many }) => {
      if (many) [this.workspace, this.discovery] = this.begin();
      for (const uri of uris) this.workspace.forget(uri);
      this.discovery.didChange(uris, listing);
    });
  }

  private begin(): readonly [Workspace, Discovery] {
    this.folders = this.session.folders;
    const workspace = this.session.makeWorkspace();
    return [workspace, new Discovery(this.session.host, this.folders, workspace)];
  }

  /** The files and what is known of them; the last ones where nothing has changed since. */
  private async picture(workspace: Workspace, discovery: Discovery): Promise<{ readonly uris: readonly string[]; readonly project: Project }> {
    const at = this.session.change;
    if (this.last?.at === at) return this.last;
    const uris = await discovery.files();
    const breathe = breather();
    // A project parses all its scripts at once; done before, one by one, nobody waits for that.
    for (const state of await Promise.all(uris.map((uri) => workspace.state(uri)))) {
      if (state instanceof SourceText && isScriptName(state.uri)) void state.script;
      await breathe();
    }
    const project = await workspace.project([...new Set([...uris, ...this.session.open])]);
    this.last = { at, uris, project };
    return this.last;
  }

  /** The reports that the client does not have; it has them from then on. */
  async news(known: Known, token: CancellationToken): Promise<WorkspaceDocumentDiagnosticReport[]> {
    const { session } = this;
    if (this.folders !== session.folders) [this.workspace, this.discovery] = this.begin();
    const { workspace, discovery } = this;
    this.open = session.putOpen(workspace, this.open);
    const versions = new Map(this.open.map((uri) => [uri, session.version(uri)]));
    const forgotten = [...this.closed];
    this.closed.clear();
    const { uris, project } = await this.picture(workspace, discovery);

    const items: WorkspaceDocumentDiagnosticReport[] = [];
    const report = (uri: string, resultId: string, diagnostics: ReturnType<typeof reportOf>['diagnostics']): void => {
      items.push({ kind: DocumentDiagnosticReportKind.Full, uri: session.clientUri(uri), version: versions.get(uri) ?? null, resultId, items: [...diagnostics] });
      known.set(uri, resultId);
    };
    const ours = new Set([...uris, ...[...project.documents].map((d) => d.uri).filter((uri) => !discovery.leavesOut(uri))]);
    for (const uri of forgotten) if (ours.has(uri) || !versions.has(uri)) known.set(uri, '');
    const breathe = breather();
    for (const uri of ours) {
      await breathe();
      if (token.isCancellationRequested) break;
      const { diagnostics, id } = reportOf(session, project, uri);
      // A clean file of which the client knows nothing needs no report.
      if (known.get(uri) === id || (!known.has(uri) && diagnostics.length === 0)) continue;
      report(uri, id, diagnostics);
    }
    const clean = reportOf(session, project, '').id;
    for (const [uri, id] of known) if (!ours.has(uri) && id !== clean && !token.isCancellationRequested) report(uri, clean, []);
    if (token.isCancellationRequested) for (const uri of forgotten) this.closed.add(uri);
    return items;
  }
}

/** Lets what has arrived meanwhile go first, after each slice of work. */
function breather(): () => Promise<void> | undefined {
  let started = performance.now();
  const pause = async (): Promise<void> => {
    await new Promise((go) => setImmediate(go));
    started = performance.now();
  };
  return () => (performance.now() - started > slice ? pause() : undefined);
}

/** Resolves some time after the next change or question about a document, or when the client takes its question back. */
const nextChange = (session: Session, token: CancellationToken): Promise<void> =>
  new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const done = (): void => {
      clearTimeout(timer);
      changes.dispose();
      questions.dispose();
      cancelled.dispose();
      resolve();
    };
    const settle = (): void => {
      clearTimeout(timer);
      timer = setTimeout(done, settleDelay);
    };
    const changes = session.onDidChange(settle);
    const questions = session.onDidAskAbout(settle);
    const cancelled = token.onCancellationRequested(done);
  });

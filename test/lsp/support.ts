import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, type TestContext } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import {
  createProtocolConnection, StreamMessageReader, StreamMessageWriter, type ClientCapabilities, type CodeAction, type Diagnostic, type DocumentDiagnosticReport, type Position, type ProtocolConnection, type Range,
  type ServerCapabilities, type TextDocumentEdit, type TextEdit, type WorkspaceDiagnosticReport, type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { LineMap } from '../../server/src/core/text/line-map';

const root = fileURLToPath(new URL('../..', import.meta.url));
let bundle: Promise<string> | undefined;
const folders: string[] = [];
after(() => folders.forEach((f) => rmSync(f, { recursive: true, force: true })));

export function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shardlint-lsp-'));
  folders.push(folder);
  return folder;
}

/** The server as scripts/build.mjs bundles it, from the sources as they are now. */
export const server = (): Promise<string> =>
  (bundle ??= (async () => {
    const outfile = join(temporary(), 'server.js');
    await build({ entryPoints: [join(root, 'server/src/entry/server.node.ts')], outfile, bundle: true, platform: 'node', format: 'cjs', target: 'node20', mainFields: ['module', 'main'], logLevel: 'error' });
    return outfile;
  })());

export interface Options {
  /** Files on disk before the server starts. */
  readonly files?: Readonly<Record<string, string>>;
  readonly lang?: 'en' | 'zh-cn';
  /** False: the client waits for diagnostics to be sent. */
  readonly pull?: boolean;
  readonly own?: Readonly<Record<string, unknown>>;
  readonly folders?: readonly string[];
  /** False: the client does not watch files for the server. */
  readonly watch?: boolean;
  /** The client answers requests of the server with an error. */
  readonly refuses?: boolean;
  /** The process whose end is the server's end; by default this one. */
  readonly processId?: number;
  readonly locale?: string;
  /** A folder that is there already, instead of one of its own. */
  readonly folder?: string;
  /** The client can do nothing that the protocol leaves to it. */
  readonly bare?: boolean;
}

/** A language client with a folder of its own, that talks to the built server over standard input and output. */
export class Client {
  readonly pushed = new Map<string, Diagnostic[]>();
  readonly log: string[] = [];
  refreshes = 0;
  /** Called when the server wants to be asked again. */
  onRefresh = (): void => undefined;
  hintRefreshes = 0;
  statusChanges = 0;
  /** Globs of the files that the server wants to hear about. */
  watched: readonly string[] = [];
  capabilities: ServerCapabilities = {};
  private readonly versions = new Map<string, number>();
  private readonly texts = new Map<string, string>();

  private constructor(
    readonly folder: string,
    readonly process: ChildProcess,
    readonly connection: ProtocolConnection,
  ) {}

  static async start(t: TestContext, options: Options = {}): Promise<Client> {
    const folder = options.folder ?? temporary();
    const child = spawn(process.execPath, [await server(), '--stdio'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
    const connection = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
    const client = new Client(folder, child, connection);
    for (const [file, text] of Object.entries(options.files ?? {})) client.write(file, text);
    connection.onNotification('textDocument/publishDiagnostics', (p: { uri: string; diagnostics: Diagnostic[] }) => void client.pushed.set(p.uri, p.diagnostics));
    connection.onNotification('window/logMessage', (p: { message: string }) => void client.log.push(p.message));
    connection.onNotification('shardlint/statusChanged', () => void client.statusChanges++);
    const answer = (): null => {
      if (options.refuses) throw new Error('the client refuses');
      return null;
    };
    connection.onRequest('workspace/diagnostic/refresh', () => (client.refreshes++, client.onRefresh(), answer()));
    connection.onRequest('workspace/inlayHint/refresh', () => (client.hintRefreshes++, answer()));
    connection.onRequest('client/registerCapability', (p: { registrations: { registerOptions?: { watchers?: { globPattern: string }[] } }[] }) => {
      client.watched = p.registrations.flatMap((r) => r.registerOptions?.watchers?.map((w) => w.globPattern) ?? []);
      return answer();
    });
    connection.listen();
    t.after(() => client.stop());
    const named = options.folders?.map((f) => ({ name: f, uri: client.uri(f) })) ?? [{ name: 'w', uri: pathToFileURL(folder).href }];
    const result = await connection.sendRequest<{ capabilities: ServerCapabilities }>('initialize', {
      processId: options.processId ?? process.pid,
      rootUri: null,
      workspaceFolders: named,
      ...(options.locale !== undefined ? { locale: options.locale } : {}),
      initializationOptions: { ...(options.locale === undefined ? { lang: options.lang ?? 'en' } : {}), ...options.own },
      capabilities: options.bare ? {} : capabilitiesOf(options),
    });
    client.capabilities = result.capabilities;
    await connection.sendNotification('initialized', {});
    return client;
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null) return;
    const ended = new Promise((done) => this.process.once('exit', done));
    try {
      await this.connection.sendRequest('shutdown');
      await this.connection.sendNotification('exit');
      await ended;
    } finally {
      this.process.kill('SIGKILL');
      this.connection.dispose();
    }
  }

  uri = (file: string): string => pathToFileURL(join(this.folder, file)).href;

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), text);
  }

  /** Tells the server that a file changed on disk. `type`: 1 came, 2 changed, 3 went. */
  didChangeFile = (file: string, type: 1 | 2 | 3): Promise<void> => this.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: this.uri(file), type }] });

  async open(file: string, text: string, languageId = languageOf(file), uri = this.uri(file)): Promise<string> {
    this.versions.set(uri, 1);
    this.texts.set(uri, text);
    await this.connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
    return uri;
  }

  /** Replaces the first `before` in an open document by `after`. */
  async edit(uri: string, before: string, after: string): Promise<void> {
    const text = this.texts.get(uri)!;
    const at = text.indexOf(before);
    if (at < 0) throw new Error(`${before} is not in ${uri}`);
    await this.apply(uri, [{ range: rangeIn(text, at, at + before.length), newText: after }]);
  }

  async apply(uri: string, edits: readonly TextEdit[]): Promise<void> {
    const before = this.texts.get(uri)!;
    const lines = new LineMap(before);
    const spans = edits.map((e) => ({ start: lines.offsetAt(e.range.start), end: lines.offsetAt(e.range.end), newText: e.newText })).sort((a, b) => b.start - a.start);
    let text = before;
    const version = this.versions.get(uri)! + 1;
    for (const { start, end, newText } of spans) text = text.slice(0, start) + newText + text.slice(end);
    this.versions.set(uri, version);
    this.texts.set(uri, text);
    const contentChanges = spans.map(({ start, end, newText }) => ({ range: rangeIn(before, start, end), text: newText }));
    await this.connection.sendNotification('textDocument/didChange', { textDocument: { uri, version }, contentChanges });
  }

  /** Writes an open document to the disk. */
  async save(uri: string): Promise<void> {
    writeFileSync(fileURLToPath(uri), this.text(uri));
    await this.connection.sendNotification('textDocument/didSave', { textDocument: { uri } });
  }

  /** Sends changes as they are, whatever the text. */
  change = (uri: string, version: number | null, contentChanges: readonly object[]): Promise<void> => this.connection.sendNotification('textDocument/didChange', { textDocument: { uri, version }, contentChanges });

  async close(uri: string): Promise<void> {
    this.texts.delete(uri);
    await this.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  }

  text = (uri: string): string => this.texts.get(uri)!;

  pull = (uri: string, previousResultId?: string): Promise<DocumentDiagnosticReport> => this.connection.sendRequest('textDocument/diagnostic', { textDocument: { uri }, previousResultId });

  async diagnostics(uri: string): Promise<readonly Diagnostic[]> {
    const report = await this.pull(uri);
    if (report.kind !== 'full') throw new Error('no full report');
    return report.items;
  }

  /** Names of the rules that report in a document, in order. */
  rules = async (uri: string): Promise<readonly string[]> => (await this.diagnostics(uri)).map((d) => String(d.code));

  workspacePull = (previousResultIds: readonly { uri: string; value: string }[] = []): Promise<WorkspaceDiagnosticReport> => this.connection.sendRequest('workspace/diagnostic', { previousResultIds });

  request = <R>(method: string, uri: string, more: object = {}): Promise<R> => this.connection.sendRequest(`textDocument/${method}`, { textDocument: { uri }, ...more });

  /** A request at the first occurrence of some text, so many characters in. */
  at = <R>(method: string, uri: string, text: string, plus = 0, more: object = {}): Promise<R> => this.request(method, uri, { position: this.position(uri, text, plus), ...more });

  position(uri: string, text: string, plus = 0): Position {
    const at = this.text(uri).indexOf(text);
    if (at < 0) throw new Error(`${text} is not in ${uri}`);
    return new LineMap(this.text(uri)).positionAt(at + plus);
  }

  /** `automatic`: as an editor asks wherever the cursor goes. */
  actions = (uri: string, range: Range, only?: readonly string[], automatic = false): Promise<CodeAction[] | null> =>
    this.request('codeAction', uri, { range, context: { diagnostics: [], triggerKind: automatic ? 2 : 1, ...(only ? { only } : {}) } });

  /** Carries out the edits of an action that lie in open documents. */
  async carryOut(edit: WorkspaceEdit): Promise<void> {
    for (const change of edit.documentChanges ?? []) {
      if (!('textDocument' in change)) continue;
      const { textDocument, edits } = change as TextDocumentEdit;
      if (textDocument.version !== null && textDocument.version !== this.versions.get(textDocument.uri)) throw new Error('an edit for another version');
      await this.apply(textDocument.uri, edits as TextEdit[]);
    }
  }
}

const capabilitiesOf = (options: Options): ClientCapabilities => ({
  workspace: {
    workspaceEdit: { documentChanges: true, resourceOperations: ['create'] },
    diagnostics: { refreshSupport: true },
    inlayHint: { refreshSupport: true },
    didChangeWatchedFiles: { dynamicRegistration: options.watch !== false },
    workspaceFolders: true,
  },
  textDocument: {
    ...(options.pull === false ? {} : { diagnostic: { relatedInformation: true, codeDescriptionSupport: true } }),
    publishDiagnostics: { relatedInformation: true },
    hover: { contentFormat: ['markdown'] },
    completion: { completionItem: { snippetSupport: true } },
    definition: { linkSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
  },
});

function rangeIn(text: string, start: number, end: number): Range {
  const lines = new LineMap(text);
  return { start: lines.positionAt(start), end: lines.positionAt(end) };
}

const languageOf = (file: string): string => (file.endsWith('.json') ? 'json' : file.endsWith('.sh') ? 'shellscript' : /hostfile/.test(file) ? 'deepspeed-hostfile' : /deepspeed_env/.test(file) ? 'deepspeed-env' : 'plaintext');

/** Waits for a value that is not undefined. */
export async function until<T>(what: string, probe: () => T | undefined | Promise<T | undefined>, ms = 10_000): Promise<T> {
  for (const end = Date.now() + ms; ; await new Promise((go) => setTimeout(go, 20))) {
    const value = await probe();
    if (value !== undefined) return value;
    if (Date.now() > end) throw new Error(`timed out: ${what}`);
  }
}

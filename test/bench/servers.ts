import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { hostfile, longConfig, longScript, smallConfig } from './texts';
import { percentile, type Row } from './table';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Ignored by git; holds the peers, which are installed when they are first needed. */
const home = join(root, '.vscode-test', 'peers');

const peers = { json: ['vscode-langservers-extracted@4.10.0', 'vscode-langservers-extracted/bin/vscode-json-language-server'], bash: ['bash-language-server@5.6.0', 'bash-language-server/out/cli.js'] } as const;

/** The program of a peer; undefined where it cannot be installed. */
function peer(name: keyof typeof peers): string | undefined {
  const [pack, file] = peers[name];
  const program = join(home, name, 'node_modules', file);
  if (existsSync(program)) return program;
  mkdirSync(join(home, name), { recursive: true });
  const { status } = spawnSync('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', join(home, name), pack], { stdio: 'ignore', shell: process.platform === 'win32' });
  return status === 0 && existsSync(program) ? program : undefined;
}

interface Subject {
  readonly name: string;
  readonly command: readonly string[];
  /** How the client learns the findings. */
  readonly pull: boolean;
  readonly settings?: object;
}

interface Opened {
  readonly file: string;
  readonly language: string;
  /** A character is put in behind this and taken out again. */
  readonly edit: string;
}

const edits = 300;

/** From sending an edit to having the findings, in ms, with what the server costs otherwise. */
async function measure(subject: Subject, folder: string, opened: Opened): Promise<Row> {
  const started = performance.now();
  const child = spawn(process.execPath, [...subject.command], { cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] });
  const connection = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  let told: ((version: number | undefined) => void) | undefined;
  connection.onNotification('textDocument/publishDiagnostics', (p: { version?: number }) => told?.(p.version));
  connection.onRequest('workspace/configuration', (p: { items: { section?: string }[] }) => p.items.map((i) => (subject.settings as Record<string, unknown> | undefined)?.[i.section ?? ''] ?? null));
  connection.onRequest('client/registerCapability', () => null);
  connection.onRequest('workspace/diagnostic/refresh', () => null);
  connection.listen();
  const uri = pathToFileURL(join(folder, opened.file)).href;
  const text = readFileSync(join(folder, opened.file), 'utf8');
  try {
    await connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: pathToFileURL(folder).href,
      workspaceFolders: [{ name: 'w', uri: pathToFileURL(folder).href }],
      initializationOptions: { provideFormatter: false },
      capabilities: { workspace: { configuration: true }, textDocument: { ...(subject.pull ? { diagnostic: {} } : {}), publishDiagnostics: { versionSupport: true } } },
    });
    const initialized = performance.now() - started;
    await connection.sendNotification('initialized', {});
    await connection.sendNotification('workspace/didChangeConfiguration', { settings: subject.settings ?? {} });
    const findings = (version: number): Promise<unknown> =>
      subject.pull
        ? connection.sendRequest('textDocument/diagnostic', { textDocument: { uri } })
        : new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, 5000);
            told = (v) => void ((v === undefined || v >= version) && (clearTimeout(timer), resolve()));
          });
    const opening = performance.now();
    const first = subject.pull ? undefined : findings(1);
    await connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId: opened.language, version: 1, text } });
    await (first ?? findings(1));
    const open = performance.now() - opening;
    await new Promise((go) => setTimeout(go, 800)); // schemas are loaded
    const before = text.slice(0, text.indexOf(opened.edit) + opened.edit.length).split('\n');
    const at = { line: before.length - 1, character: before.at(-1)!.length };
    const times: number[] = [];
    for (let i = 0; i < edits; i++) {
      const version = i + 2;
      const put = i % 2 === 0;
      const change = { range: { start: at, end: put ? at : { ...at, character: at.character + 1 } }, text: put ? 'x' : '' };
      const start = performance.now();
      const next = subject.pull ? undefined : findings(version);
      await connection.sendNotification('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [change] });
      await (next ?? findings(version));
      times.push(performance.now() - start);
    }
    return { server: subject.name, file: opened.file, 'start ms': initialized, 'open ms': open, 'edit p50 ms': percentile(times, 0.5), 'edit p99 ms': percentile(times, 0.99), 'memory MiB': memory(child.pid!) };
  } finally {
    await Promise.race([connection.sendRequest('shutdown').catch(() => undefined), new Promise((go) => setTimeout(go, 1000))]);
    child.kill('SIGKILL');
    connection.dispose();
  }
}

function memory(pid: number): number | undefined {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
  } catch {
    return undefined; // not Linux
  }
}

/** The built server beside the peers, each on the same file. */
export async function serverRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'shardlint-bench-'));
  const rows: Row[] = [];
  try {
    writeFileSync(join(folder, 'ds_config.json'), smallConfig());
    writeFileSync(join(folder, 'ds_config_long.json'), longConfig(2000));
    writeFileSync(join(folder, 'train.sh'), longScript(300));
    writeFileSync(join(folder, 'hostfile'), hostfile(256));
    const schema = pathToFileURL(join(root, 'schemas/deepspeed-config.schema.json')).href;
    const ours: Subject = { name: 'shardlint', command: [join(root, 'dist/server.js'), '--stdio'], pull: true };
    const json = peer('json');
    const bash = peer('bash');
    const config = (file: string): Opened => ({ file, language: 'json', edit: 'Warmup' });
    const script: Opened = { file: 'train.sh', language: 'shellscript', edit: '# step' };
    for (const file of ['ds_config.json', 'ds_config_long.json']) {
      rows.push(await measure(ours, folder, config(file)));
      if (json) rows.push(await measure({ name: 'vscode-json-language-server', command: [json, '--stdio'], pull: true, settings: { json: { validate: { enable: true }, schemas: [{ fileMatch: ['ds_config*.json'], url: schema }] } } }, folder, config(file)));
    }
    rows.push(await measure(ours, folder, script));
    if (bash) rows.push(await measure({ name: 'bash-language-server, no shellcheck', command: [bash, 'start'], pull: false, settings: { bashIde: { shellcheckPath: '', shfmt: { path: '' }, backgroundAnalysisMaxFiles: 0 } } }, folder, script));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return rows;
}

import assert from 'node:assert/strict';
import { fork, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { createProtocolConnection, IPCMessageReader, IPCMessageWriter, StreamMessageReader, StreamMessageWriter, type InitializeResult, type ProtocolConnection } from 'vscode-languageserver/node';
import { Client, server, temporary } from './support';

const bad = '{ "train_micro_batch_size_per_gpu": 4, "fp16": { "enabled": true }, "bf16": { "enabled": true } }\n';
const ended = (child: ChildProcess): Promise<number | null> => new Promise((done) => (child.exitCode === null ? child.once('exit', done) : done(child.exitCode)));

async function findings(connection: ProtocolConnection): Promise<readonly unknown[]> {
  await connection.sendRequest<InitializeResult>('initialize', { processId: null, rootUri: null, capabilities: { textDocument: { diagnostic: {} } } });
  await connection.sendNotification('initialized', {});
  const uri = 'file:///w/ds_config.json';
  await connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId: 'json', version: 1, text: bad } });
  const report = await connection.sendRequest<{ items: { code: string }[] }>('textDocument/diagnostic', { textDocument: { uri } });
  return report.items.map((d) => d.code);
}

test('the same file talks over Node\'s own channel, as VS Code does', async (t) => {
  const child = fork(await server(), ['--node-ipc'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  t.after(() => child.kill());
  const connection = createProtocolConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
  connection.listen();
  assert.deepEqual(await findings(connection), ['fp16-and-bf16']);
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  assert.equal(await ended(child), 0);
});

test('without a word on how to talk it ends with a reason', async () => {
  const { status, stderr } = spawnSync(process.execPath, [await server()], { encoding: 'utf8' });
  assert.notEqual(status, 0);
  assert.match(stderr, /--stdio/);
});

test('an exit after a shutdown is one without fault, one without it is a fault', async (t) => {
  const orderly = await Client.start(t);
  await orderly.stop();
  assert.equal(orderly.process.exitCode, 0);
  const sudden = await Client.start(t);
  await sudden.connection.sendNotification('exit');
  assert.equal(await ended(sudden.process), 1);
});

test('the server ends when its input does', async (t) => {
  const client = await Client.start(t);
  client.connection.end();
  assert.notEqual(await ended(client.process), null);
});

test('the server ends with the process that it serves', async (t) => {
  const parent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const client = await Client.start(t, { processId: parent.pid! });
  parent.kill('SIGKILL');
  assert.equal(await ended(client.process), 1);
});

test('what is no message does not stop it', async (t) => {
  const client = await Client.start(t);
  const uri = await client.open('ds_config.json', bad);
  const body = (text: string): string => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  client.process.stdin!.write(body('{"jsonrpc":"2.0","method":"textDocument/hover","id":9001,"params":{}}'));
  client.process.stdin!.write(body('{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{}}}'));
  client.process.stdin!.write(body('{"jsonrpc":"2.0","method":"textDocument/didChange","params":null}'));
  client.process.stdin!.write(body('{"jsonrpc":"2.0","method":"no/such/notification"}'));
  await assert.rejects(client.connection.sendRequest('no/such/request'), (error: { code?: number }) => error.code === -32601);
  await assert.rejects(client.connection.sendRequest('initialize', { processId: null, rootUri: null, capabilities: {} }), (error: { code?: number }) => error.code === -32600);
  assert.deepEqual(await client.rules(uri), ['fp16-and-bf16']);
});

test('server and command line out of one bundle', async (t) => {
  const folder = temporary();
  await build({ entryPoints: ['server/src/entry/node.ts'], outfile: join(folder, 'shardlint.js'), bundle: true, platform: 'node', format: 'cjs', target: 'node20', mainFields: ['module', 'main'], logLevel: 'error' });
  writeFileSync(join(folder, 'server.js'), "require('./shardlint.js').server();\n");
  writeFileSync(join(folder, 'cli.js'), "require('./shardlint.js').cli();\n");
  for (const args of [['cli.js', 'server', '--stdio'], ['server.js', '--stdio']]) {
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
    t.after(() => child.kill());
    const connection = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
    connection.listen();
    assert.deepEqual(await findings(connection), ['fp16-and-bf16'], args.join(' '));
    await connection.sendRequest('shutdown');
    await connection.sendNotification('exit');
    assert.equal(await ended(child), 0);
  }
});

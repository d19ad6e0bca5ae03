import * as vscode from 'vscode';
import { closeAll, finding, findings, open, serverProcesses, until } from '../support';

suite('settings', () => {
  const settings = () => vscode.workspace.getConfiguration('shardlint');
  teardown(async () => {
    for (const name of ['enable', 'lang']) await settings().update(name, undefined, vscode.ConfigurationTarget.Workspace);
    await closeAll();
  });

  test('shardlint.enable switches the server off and on', async () => {
    const document = await open('ds_config.json');
    await finding(document.uri, 'offload-param-below-stage-3');
    await settings().update('enable', false, vscode.ConfigurationTarget.Workspace);
    await until('no findings and no server', () => (findings(document.uri).length === 0 && serverProcesses().length === 0) || undefined);
    await settings().update('enable', true, vscode.ConfigurationTarget.Workspace);
    await finding(document.uri, 'offload-param-below-stage-3');
  });

  test('shardlint.lang changes the language of the findings', async () => {
    const document = await open('ds_config.json');
    await finding(document.uri, 'offload-param-below-stage-3');
    await settings().update('lang', 'zh-cn', vscode.ConfigurationTarget.Workspace);
    await until('a message in Chinese', () => findings(document.uri).find((d) => /只有 stage 3/.test(d.message)));
  });

  test('a server that is killed comes back', async () => {
    const document = await open('ds_config.json');
    await finding(document.uri, 'offload-param-below-stage-3');
    const [old] = serverProcesses();
    process.kill(Number(old), 'SIGKILL');
    await until('another server', () => serverProcesses().find((id) => id !== old));
    await finding(document.uri, 'offload-param-below-stage-3');
  });
});

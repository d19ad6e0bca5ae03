import { parseTree } from 'jsonc-parser';
import { parse as parseShell } from 'unbash';
import { lint, lintAll } from '../../server/src/core/engine/lint';
import { projectOf, uriOf } from '../support/project';
import { hostfile, longConfig, longScript, smallConfig } from './texts';
import { median, type Row } from './table';

/** Median time of one run, in ms: as many runs as fit into half a second, after a warm-up. */
function time(run: () => unknown): number {
  for (const end = performance.now() + 300; performance.now() < end; ) run();
  const times: number[] = [];
  for (const end = performance.now() + 500; performance.now() < end || times.length < 5; ) {
    const start = performance.now();
    run();
    times.push(performance.now() - start);
  }
  return median(times);
}

/** Reading, recognising and checking a text from scratch, beside what a bare parser takes for it. */
export function checkRows(): readonly Row[] {
  const rows: Row[] = [];
  for (const text of [smallConfig(), longConfig(100), longConfig(2000), longConfig(10_000)]) {
    const parse = time(() => parseTree(text, [], { allowTrailingComma: true }));
    const check = time(() => lint(projectOf(new Map([['ds_config.json', text]])), uriOf('ds_config.json')));
    const lines = text.split('\n').length - 1;
    rows.push({ what: `config of ${lines} lines`, parse, check, ratio: check / parse, 'check µs/line': (1000 * check) / lines });
  }
  const files = new Map([['train.sh', longScript(300)], ['hostfile', hostfile(256)], ['ds_config.json', smallConfig()], ['.deepspeed_env', 'NCCL_DEBUG=WARN\nNCCL_IB_HCA=mlx5\n']]);
  const parse = time(() => (parseShell(files.get('train.sh')!), parseTree(files.get('ds_config.json')!)));
  const check = time(() => lintAll(projectOf(files)));
  rows.push({ what: 'job: 300-line script, 256 hosts, config, env file', parse, check, ratio: check / parse });
  return rows;
}

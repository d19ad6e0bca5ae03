import type { FlagUse } from '../../job/launch';
import { en } from '../../text/say';
import { defineRule } from '../define';
import { valuePlace } from './_places';

/** Options that are a port, and those that end in one. 0 asks for a free port where that makes sense. */
const ports = new Set(['master_port', 'main_process_port']);
const endpoints = new Set(['rdzv_endpoint']);

export default defineRule({
  name: 'port-out-of-range',
  severity: 'error',
  since: '0.1.0',
  on: 'job',
  docs: {
    summary: en`A port that is no port: outside 0 to 65535, or not a number.`.zh`端口号无效：超出 0 到 65535，或不是数字。`,
    why: en`The launcher or the first process stops when it binds the port: "port must be 0-65535". All nodes of the job have to name the same free port.`
      .zh`启动器或首个进程在绑定端口时报错退出："port must be 0-65535"。作业的所有节点必须使用同一个空闲端口。`,
    bad: `
deepspeed --num_gpus 8 --master_port 295000 train.py
                                     ^^^^^^ error port-out-of-range: 295000
`,
    good: `
deepspeed --num_gpus 8 --master_port 29500 train.py
`,
    references: ['torch/distributed/elastic/rendezvous/utils.py @ 2.13'],
  },
  check({ job }, report) {
    for (const launch of job.chain) {
      for (const use of launch.flags) {
        const port = portOf(use);
        if (port === undefined || valid(port)) continue;
        report({
          at: valuePlace(launch, use),
          message: en`${use.name} ${port} is not a port: ports go from 0 to 65535.`.zh`${use.name} ${port} 不是有效端口：端口范围为 0 到 65535。`,
          help: en`Use a free port of 1024 and above, 29500 by custom; the same one on all nodes.`.zh`使用 1024 以上的空闲端口，惯例为 29500；所有节点须一致。`,
        });
      }
    }
  },
});

function portOf(use: FlagUse): string | undefined {
  const value = use.value?.value;
  const dest = use.option?.dest;
  if (value === undefined || dest === undefined) return undefined;
  if (ports.has(dest)) return value;
  // An IPv6 address has colons of its own: only a bracketed one shows where the port begins.
  const end = endpoints.has(dest) ? /^(?:[^:[\]]+|\[[^\]]+\]):([^:]*)$/.exec(value) : null;
  return end?.[1];
}

const valid = (port: string): boolean => /^\d+$/.test(port.trim()) && Number(port) <= 65535;

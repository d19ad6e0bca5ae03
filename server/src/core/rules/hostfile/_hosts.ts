/** A name that somebody fills in before the file is used: `node_ip`, `xx.xx.xx.xx`, `<host>`, `${HOST}`. */
export const isPlaceholderHost = (host: string): boolean =>
  /[<>${}]|%\(/.test(host) || /^(.*@)?x+([.:-]x+)+$/i.test(host) || /(^|[^a-z])(ip|hostname|address|addr)(_?\d+)?$/i.test(host) || /^(your|my)[-_]/i.test(host);

const loopback = /^(.*@)?(localhost(\.localdomain)?|127(\.\d{1,3}){3}|::1)$/i;
export const isLoopback = (host: string): boolean => loopback.test(host);

const longest = 256;

/** The hosts that pdsh or Slurm would read in `node[01-04,07]`; undefined for a name without one such range. */
export function expandRange(host: string): readonly string[] | undefined {
  const match = /^([^[\]]*)\[(\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*)\]([^[\]]*)$/.exec(host);
  if (!match) return undefined;
  const hosts: string[] = [];
  for (const part of match[2]!.split(',')) {
    const [first = '', last = first] = part.split('-');
    if (Number(last) < Number(first) || Number(last) - Number(first) + hosts.length >= longest) return undefined;
    for (let n = Number(first); n <= Number(last); n++) hosts.push(`${match[1]}${String(n).padStart(first.length, '0')}${match[3]}`);
  }
  return hosts;
}

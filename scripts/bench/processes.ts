import { existsSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, whatever the machine (USER_HZ). */
const MS_PER_TICK = 10;

/** Milliseconds that a process has had of a processor: what others do meanwhile does not count. */
export function processorMsOf(pid: number | undefined): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  // The second field is a name, which may hold spaces.
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

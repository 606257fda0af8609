import { readFileSync } from 'node:fs';

const TICK_MS = 10;

/**
 * Milliseconds that the main thread of a process has had of the processors; null where the operating system does not
 * tell (only Linux does) or the process is gone.
 */
export function processorTime(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
    // The name of the program, in brackets, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}

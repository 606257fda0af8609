import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';

const TICK_MS = 10;

/**
 * Milliseconds that a process has had of the processors: its main thread on Linux, all of it on macOS. Null on Windows,
 * and for one that is gone.
 */
export async function processorTime(pid: number): Promise<number | null> {
  if (process.platform === 'win32') return null;
  return process.platform === 'linux' ? ofMainThread(pid) : toldByPs(pid);
}

function ofMainThread(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
    // The name of the program, in brackets, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}

/** As `ps` says it: `[[days-]hours:]minutes:seconds`, on macOS with hundredths. */
export function toldByPs(pid: number): Promise<number | null> {
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'time=', '-p', String(pid)], (_, said) => {
      const [, days = 0, hours = 0, minutes, seconds] =
        /^(?:(\d+)-)?(?:(\d+):)?(\d+):([\d.]+)$/.exec(said.trim()) ?? [];
      const whole = (Number(days) * 24 + Number(hours)) * 60 + Number(minutes);
      resolve(minutes ? (whole * 60 + Number(seconds)) * 1000 : null);
    });
  });
}

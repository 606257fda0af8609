import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_MS = 10_000;
/** Processor time between two looks: below it nobody waits for this process, and above it there may be garbage. */
const IDLE_MS = 300;
const WORKED_MS = 1000;

/**
 * Has the garbage collected once this process has worked and nothing is left to do. V8 itself waits until it needs room,
 * so that a start or a burst of requests would keep its hundred megabytes for as long as it is quiet.
 */
export function collectWhenIdle(collect = collector()): void {
  let before = processorMs();
  let worked = 0;
  setInterval(() => {
    const now = processorMs();
    const spent = now - before;
    before = now;
    worked += spent;
    if (spent > IDLE_MS || worked < WORKED_MS) return;
    worked = 0;
    collect();
    before = processorMs();
  }, LOOK_MS).unref();
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}

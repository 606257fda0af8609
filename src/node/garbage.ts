import { getHeapStatistics, setFlagsFromString } from 'node:v8';
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

/**
 * Gives what a thread calls between two pieces of a long work: it collects the garbage once that is so many bytes more
 * than after the last time, and at the first call. V8 itself would wait until there are hundreds of megabytes of it.
 */
export function collectWhenGrown(bytes: number, collect = collector(), used = usedBytes) {
  let kept = Number.NEGATIVE_INFINITY;
  return () => {
    if (used() - kept < bytes) return;
    collect();
    kept = used();
  };
}

function usedBytes(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}

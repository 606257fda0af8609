import type { Child } from './child-process.ts';
import { processorTime } from './processor-time.ts';

type Watched = Pick<Child<never, never, never>, 'pid' | 'ping' | 'kill'>;

export interface SpinWatch {
  /** Asks for a sign of life unless one is still out; resolves when it comes. */
  ask(): Promise<void>;
  /** When the sign of life was asked for that has not come yet. */
  readonly silentSince: number | null;
  stop(): void;
}

/** Processor time for which no piece of work keeps a main thread from answering. */
export const SPINS_MS = 20_000;

const EVERY_MS = 500;
/** Between two looks, this process itself did not run: answers may lie unread. */
const SLEPT_MS = 6 * EVERY_MS;

/**
 * Ends a process that uses the processor and does not answer. One that is stopped, waits, or gets next to nothing of a
 * busy machine is left alone, however long that takes: only its own processor time counts.
 * @param limitMs of processor time without an answer; infinite for as long as the process is starting.
 */
export function watchForSpin(
  child: Watched,
  limitMs: () => number,
  timeOf: (pid: number) => Promise<number | null> = processorTime,
): SpinWatch {
  let silentSince: number | null = null;
  let answer = Promise.resolve();
  /** The processor time when the silence was first noticed. */
  let before: number | null = null;
  let lookedAt = performance.now();
  let stopped = false;
  let timer: NodeJS.Timeout;

  const ask = () => {
    if (silentSince !== null) return answer;
    silentSince = performance.now();
    answer = child.ping().then(
      () => {
        silentSince = null;
        before = null;
      },
      // It has ended, and stays silent.
      () => {},
    );
    return answer;
  };
  const look = async () => {
    const now = performance.now();
    if (now - lookedAt > SLEPT_MS) before = null;
    lookedAt = now;
    if (silentSince === null) return void ask();
    const spent = await timeOf(child.pid);
    if (stopped || silentSince === null || spent === null) return;
    before ??= spent;
    if (spent - before > limitMs()) {
      stop();
      child.kill('it did not answer');
    }
  };
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
  };
  const goOn = () => {
    if (!stopped) timer = setTimeout(() => look().finally(goOn), EVERY_MS).unref();
  };
  goOn();
  return {
    ask,
    get silentSince() {
      return silentSince;
    },
    stop,
  };
}

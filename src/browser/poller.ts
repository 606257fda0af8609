interface PollerOptions {
  /** Rejects when no answer came. */
  ask: () => Promise<void>;
  /** Whether the page is in sight for the answer, and it could come. */
  awake: () => boolean;
  everyMs: number;
}

/** After failures, nothing is asked more seldom than this. */
const AT_MOST_MS = 60_000;

/**
 * Asks again and again while the page is in sight: at once, then after each answer, later and later after failures.
 * `wake` when it may be worth asking now: the page is seen again, or the network is back. One question at a time.
 */
export function createPoller({ ask, awake, everyMs }: PollerOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let asking = false;
  let stopped = false;

  const wake = async (): Promise<void> => {
    clearTimeout(timer);
    if (asking || stopped || !awake()) return;
    asking = true;
    try {
      await ask();
      failures = 0;
    } catch {
      failures++;
    }
    asking = false;
    if (!stopped && awake())
      timer = setTimeout(wake, Math.min(everyMs * 2 ** failures, Math.max(AT_MOST_MS, everyMs)));
  };

  return {
    wake: (): void => void wake(),
    stop: (): void => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Calls `wake` whenever it may be worth asking now; gives what ends that. */
export function onWake(wake: () => void): () => void {
  document.addEventListener('visibilitychange', wake);
  for (const sign of WAKE_SIGNS) addEventListener(sign, wake);
  return () => {
    document.removeEventListener('visibilitychange', wake);
    for (const sign of WAKE_SIGNS) removeEventListener(sign, wake);
  };
}
const WAKE_SIGNS = ['focus', 'online', 'pageshow'];

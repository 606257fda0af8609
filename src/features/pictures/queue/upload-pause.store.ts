import { retryWait } from '#browser/retry-wait.ts';
import type { UploadPause } from '../upload-queue.ts';

interface PauseOptions {
  online?: () => boolean;
  now?: () => number;
  random?: () => number;
  show: (pause: UploadPause | null) => void;
  /** Its time has come: something may be tried again. */
  onEnd: () => void;
}

/** Waits after a failure, longer each time, until something gets through. */
export function createUploadPause(options: PauseOptions) {
  const { online = () => navigator.onLine, now = Date.now, random = Math.random } = options;
  let tries = 0;
  let until = 0;
  let shown: UploadPause | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (pause: UploadPause | null) => {
    if (pause !== shown) options.show(pause);
    shown = pause;
  };
  const isOver = () => until <= now();

  return {
    /** Whether nothing may be sent now; `wanted`: something would be. */
    holds(wanted: boolean): boolean {
      if (!wanted) {
        show(null);
        return false;
      }
      if (online()) return !isOver();
      show('connection');
      return true;
    },
    /** Two that fail together are one failure. */
    begin(pause: UploadPause): void {
      show(pause);
      if (!isOver()) return;
      const wait = retryWait(tries++, random);
      until = now() + wait;
      clearTimeout(timer);
      timer = setTimeout(() => {
        // By the clock it may be a millisecond early, and no other timer would come.
        until = 0;
        options.onEnd();
      }, wait);
    },
    /** Something got through. */
    end(): void {
      clearTimeout(timer);
      tries = 0;
      until = 0;
      show(null);
    },
    /** The person asks, or the network is back: the next try is now. */
    wake(): void {
      clearTimeout(timer);
      until = 0;
    },
  };
}

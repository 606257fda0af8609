import { retryWait } from '#browser/retry-wait.ts';
import type { AppError } from '#data/app-error.ts';
import type { UploadPause } from '../upload-queue.ts';
import type { UploadJobs, UploadQueueOptions } from './upload-jobs.store.ts';

export type UploadRetries = ReturnType<typeof createUploadRetries>;

const NOT_ADDED = 'Arrived, but wasn’t added.';
const REFUSALS = {
  tooLarge: 'The site refused it: it is too large.',
  other: 'The site refused it. Your folder may be full.',
};

/** The code of a send that found another picture under its name: it goes under the next one. */
export const SLOT_TAKEN = 'slot_taken';

/**
 * What a failure means for a picture: another try, or a decision of the person's. Before another try it waits, longer
 * each time, until something gets through.
 */
export function createUploadRetries(
  options: UploadQueueOptions,
  jobs: UploadJobs,
  pump: () => void,
) {
  const { online = () => navigator.onLine, now = Date.now, random = Math.random } = options;
  let tries = 0;
  let until = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (pause: UploadPause | null) => {
    if (pause !== jobs.$state.get().pause) jobs.set({ pause });
  };
  const isOver = () => until <= now();

  /** Two that fail together are one failure. */
  function begin(pause: UploadPause): void {
    show(pause);
    if (!isOver()) return;
    const wait = retryWait(tries++, random);
    until = now() + wait;
    clearTimeout(timer);
    timer = setTimeout(() => {
      // By the clock it may be a millisecond early, and no other timer would come.
      until = 0;
      pump();
    }, wait);
  }

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
    /** `back`: the state from which it is tried again. */
    fail(id: string, error: AppError, back: 'ready' | 'arrived'): void {
      if (isRefusal(error)) {
        console.error(error);
        const { tooLarge, other } = options.refusals ?? REFUSALS;
        const problem = error.status === 413 ? tooLarge : other;
        jobs.move(id, 'failed', { problem: back === 'arrived' ? NOT_ADDED : problem });
      } else {
        if (jobs.itemOf(id)?.state !== back) jobs.move(id, back, { progress: 0 });
        if (error.code !== SLOT_TAKEN) begin(error.status === 0 ? 'connection' : 'server');
      }
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

/** Whether the server has decided, so that asking again by itself is pointless. */
const isRefusal = ({ status }: AppError): boolean =>
  status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);

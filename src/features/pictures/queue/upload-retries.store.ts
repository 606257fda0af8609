import type { AppError } from '#data/app-error.ts';
import type { UploadBasics, UploadJobs } from './upload-jobs.store.ts';
import { createUploadPause } from './upload-pause.store.ts';

export interface UploadRetriesOptions extends UploadBasics {
  /** What is said of a picture that was refused for its size, and for any other reason. */
  refusals?: { tooLarge: string; other: string };
  online?: () => boolean;
  random?: () => number;
}

export type UploadRetries = ReturnType<typeof createUploadRetries>;

const NOT_ADDED = 'Arrived, but could not be added.';
const REFUSALS = {
  tooLarge: 'The site refused it: it is too large.',
  other: 'The site refused it. Your folder may be full.',
};

/** The code of a send that found another picture under its name: it goes under the next one. */
export const SLOT_TAKEN = 'slot_taken';

/** The pause between tries, and what a failure means for a picture: another try, or a decision of the person's. */
export function createUploadRetries(
  options: UploadRetriesOptions,
  jobs: UploadJobs,
  pump: () => void,
) {
  const pause = createUploadPause({
    ...options,
    onEnd: pump,
    show: (shown) => jobs.set({ pause: shown }),
  });
  return {
    ...pause,
    /** `back`: the state from which it is tried again. */
    fail(id: string, error: AppError, back: 'ready' | 'arrived'): void {
      if (isRefusal(error)) {
        console.error(error);
        const { tooLarge, other } = options.refusals ?? REFUSALS;
        const problem = error.status === 413 ? tooLarge : other;
        jobs.move(id, 'failed', { problem: back === 'arrived' ? NOT_ADDED : problem });
      } else {
        if (jobs.itemOf(id)?.state !== back) jobs.move(id, back, { progress: 0 });
        if (error.code !== SLOT_TAKEN) pause.begin(error.status === 0 ? 'connection' : 'server');
      }
    },
  };
}

/** Whether the server has decided, so that asking again by itself is pointless. */
const isRefusal = ({ status }: AppError): boolean =>
  status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);

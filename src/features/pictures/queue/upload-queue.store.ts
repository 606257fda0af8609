import type { ReadableAtom } from 'nanostores';
import { isUnderWay, type UploadQueueState } from '../upload-queue.ts';
import type { UploadEntry } from './upload-entries.store.ts';
import { createUploadIntake } from './upload-intake.store.ts';
import { createUploadJobs, type UploadQueueOptions } from './upload-jobs.store.ts';
import { createUploadRetries } from './upload-retries.store.ts';
import { createUploadWork } from './upload-work.store.ts';

export interface UploadQueue {
  $state: ReadableAtom<UploadQueueState>;
  add: (files: readonly File[]) => Promise<void>;
  /** Goes on with what another page has left behind. */
  adopt: (entries: readonly UploadEntry[]) => void;
  remove: (ids: readonly string[]) => void;
  retry: (ids: readonly string[]) => void;
  /** Sends at once what waits for its time. */
  wake: () => void;
  /** Forgets everything: the person has left. */
  stop: () => void;
}

/**
 * Takes pictures from a person's device into a list, exactly once each and in the order in which they were chosen,
 * over lost connections and reloads. One is drawn at a time, two are sent; each is in the list as soon as it can be.
 */
export function createUploadQueue(options: UploadQueueOptions): UploadQueue {
  const jobs = createUploadJobs(options);
  const retries = createUploadRetries(options, jobs, pump);
  const work = createUploadWork(options, jobs, retries, pump);

  /** Starts whatever may start now; each step calls it when it ends. */
  function pump(): void {
    if (jobs.isStopped()) return;
    work.prepareNext();
    if (!options.isHeld?.() && !retries.holds(jobs.items().some(isUnderWay))) {
      work.sendNext();
      void work.saveArrived();
    }
    work.rest();
  }

  return {
    $state: jobs.$state,
    ...createUploadIntake(options, jobs, pump),
    remove(ids) {
      jobs.remove(ids);
      pump();
    },
    retry(ids) {
      for (const id of ids)
        jobs.move(id, jobs.get(id)?.entry.url ? 'arrived' : 'ready', {
          problem: null,
          progress: 0,
        });
      pump();
    },
    wake() {
      retries.wake();
      pump();
    },
    stop() {
      jobs.stop();
      retries.end();
      jobs.set({ items: [], pause: null });
    },
  };
}

import { toAppError } from '#data/app-error.ts';
import { isUnderWay } from '../upload-queue.ts';
import type { UploadEntry } from './upload-entries.store.ts';
import type { UploadJobs, UploadQueueOptions } from './upload-jobs.store.ts';
import type { UploadRetries } from './upload-retries.store.ts';

/** Adds what has arrived to the list, one request at a time, and says when nothing is left to do. */
export function createUploadSaving(
  options: UploadQueueOptions,
  jobs: UploadJobs,
  retries: UploadRetries,
  pump: () => void,
) {
  let saving = false;
  let savedSinceRest = 0;

  async function saveArrived(): Promise<void> {
    const arrived = jobs
      .items()
      .flatMap(({ id, state }) => (state === 'arrived' ? (jobs.get(id) ?? []) : []));
    if (saving || arrived.length === 0) return;
    saving = true;
    try {
      const list = await options.save(arrived.map(({ entry }) => entry.url as string));
      retries.end();
      for (const { entry } of arrived) saved(entry, list.includes(entry.url as string));
    } catch (thrown) {
      const error = toAppError(thrown);
      for (const { entry } of arrived) retries.fail(entry.id, error, 'arrived');
    }
    saving = false;
    pump();
  }

  function saved({ id }: UploadEntry, fits: boolean): void {
    const thumb = jobs.itemOf(id)?.thumb;
    if (fits && jobs.move(id, 'saved', { thumb: null })) savedSinceRest++;
    if (!fits) jobs.move(id, 'refused', { problem: options.full });
    if (fits && thumb) URL.revokeObjectURL(thumb);
    options.keeper.remove(id);
  }

  function rest(): void {
    if (savedSinceRest === 0 || jobs.items().some(isUnderWay)) return;
    options.onRest(savedSinceRest);
    savedSinceRest = 0;
    jobs.set({ items: jobs.items().filter(({ state }) => state !== 'saved') });
  }

  return { saveArrived, rest };
}

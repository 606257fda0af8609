import { toAppError } from '#data/app-error.ts';
import { isCountedOn, nextToSend } from '../upload-queue.ts';
import type { UploadJob, UploadJobs, UploadQueueOptions } from './upload-jobs.store.ts';
import { SLOT_TAKEN, type UploadRetries } from './upload-retries.store.ts';

const GONE = 'This browser didn’t save it. Choose it again.';

/** Gives a function that sends the next pictures that are ready, as many at once as may be. */
export function createUploadSending(
  options: UploadQueueOptions,
  jobs: UploadJobs,
  retries: UploadRetries,
  pump: () => void,
) {
  const { keeper, now = Date.now } = options;

  async function send(id: string): Promise<void> {
    const job = jobs.get(id);
    if (!job || !jobs.move(id, 'sending', { progress: 0 })) return;
    try {
      const [picture] = await keeper.read(id);
      if (!picture) return void jobs.refuse(id, GONE);
      await options.open?.();
      // What it goes to may be gone for good.
      if (!jobs.has(id)) return;
      if (takeSlot(job)) await deliver(job, picture);
      else jobs.refuse(id, options.full);
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.code === SLOT_TAKEN) jobs.note(job, { slot: null });
      if (jobs.has(id)) retries.fail(id, error, 'ready');
    } finally {
      pump();
    }
  }

  /** False where no name is left for it. */
  function takeSlot(job: UploadJob): boolean {
    if (!options.slotFor || job.entry.slot) return true;
    const slot = options.slotFor(jobs.all().flatMap(({ entry }) => entry.slot ?? []));
    jobs.note(job, { slot });
    return slot !== null;
  }

  async function deliver(job: UploadJob, picture: Blob): Promise<void> {
    if (!isCountedOn(job.entry, now())) rename(job.entry.stamp);
    const { id, stamp, index, slot } = job.entry;
    const onProgress = (progress: number) => jobs.show(id, { progress });
    const { signal } = job.abort;
    const url = await options.send({ stamp, index, slot, picture, onProgress, signal });
    retries.end();
    jobs.note(job, { url });
    jobs.move(id, 'arrived', { progress: 1 });
  }

  /** Gives those that were chosen together and have not arrived a name of today, in their order. */
  function rename(stamp: number): void {
    const today = jobs.freshStamp();
    for (const job of jobs.all())
      if (job.entry.stamp === stamp && !job.entry.url) jobs.note(job, { stamp: today });
  }

  return (): void => {
    for (const { id } of nextToSend(jobs.items())) void send(id);
  };
}

import { toAppError } from '#data/app-error.ts';
import type { PreparedUpload } from '../prepare-upload.ts';
import { isCountedOn, isUnderWay, nextToPrepare, nextToSend } from '../upload-queue.ts';
import type { UploadEntry } from './upload-entries.store.ts';
import type { UploadJob, UploadJobs, UploadQueueOptions } from './upload-jobs.store.ts';
import { SLOT_TAKEN, type UploadRetries } from './upload-retries.store.ts';

export const CHOOSE_AGAIN = 'Didn’t finish. Choose it again.';

/** What is done with a picture of the queue: it is drawn for the web and kept, sent, and added to the list. */
export function createUploadWork(
  options: UploadQueueOptions,
  jobs: UploadJobs,
  retries: UploadRetries,
  pump: () => void,
) {
  const { keeper, now = Date.now } = options;
  let saving = false;
  let savedSinceRest = 0;

  async function prepare(id: string): Promise<void> {
    const job = jobs.get(id);
    if (!job || !jobs.move(id, 'preparing')) return;
    const file = job.file ?? (await keptSource(job.entry));
    if (!file) {
      jobs.refuse(id, CHOOSE_AGAIN);
      return pump();
    }
    const prepared = await options.prepare(file);
    job.file = null;
    // Removed meanwhile, or everything was forgotten.
    if (!jobs.has(id)) return pump();
    if ('problem' in prepared) jobs.refuse(id, prepared.problem);
    else await keep(job, prepared);
    pump();
  }

  async function keptSource({ id, name }: UploadEntry): Promise<File | null> {
    const [source] = await keeper.read(id);
    return source ? new File([source], name, { type: source.type }) : null;
  }

  async function keep(
    job: UploadJob,
    { picture, thumb }: Exclude<PreparedUpload, { problem: string }>,
  ): Promise<void> {
    const { id } = job.entry;
    const kept = await keeper.keep(id, thumb ? [picture, thumb] : [picture]);
    jobs.note(job, { prepared: true });
    if (jobs.has(id)) jobs.move(id, 'ready', { kept, thumb: thumb && URL.createObjectURL(thumb) });
    else if (!jobs.isStopped()) keeper.remove(id);
  }

  async function send(id: string): Promise<void> {
    const job = jobs.get(id);
    if (!job || !jobs.move(id, 'sending', { progress: 0 })) return;
    try {
      const [picture] = await keeper.read(id);
      if (!picture) return void jobs.refuse(id, CHOOSE_AGAIN);
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

  function saved({ id }: UploadEntry, fits: boolean): void {
    const thumb = jobs.itemOf(id)?.thumb;
    if (fits && jobs.move(id, 'saved', { thumb: null })) savedSinceRest++;
    if (!fits) jobs.move(id, 'refused', { problem: options.full });
    if (fits && thumb) URL.revokeObjectURL(thumb);
    keeper.remove(id);
  }

  return {
    /** Draws the next one, unless one is being drawn already. */
    prepareNext(): void {
      const next = nextToPrepare(jobs.items());
      if (next) void prepare(next.id);
    },
    /** Sends the next ones that are ready, as many at once as may be. */
    sendNext(): void {
      for (const { id } of nextToSend(jobs.items())) void send(id);
    },
    /** Adds what has arrived to the list, one request at a time. */
    async saveArrived(): Promise<void> {
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
    },
    /** Says when nothing is left to do. */
    rest(): void {
      if (savedSinceRest === 0 || jobs.items().some(isUnderWay)) return;
      options.onRest(savedSinceRest);
      savedSinceRest = 0;
      jobs.set({ items: jobs.items().filter(({ state }) => state !== 'saved') });
    },
  };
}

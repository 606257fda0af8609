import { nextToPrepare } from '../upload-queue.ts';
import type { UploadEntry } from './upload-entries.store.ts';
import type {
  DrawnPicture,
  UploadJob,
  UploadJobs,
  UploadQueueOptions,
} from './upload-jobs.store.ts';

export const NOT_PREPARED = 'Didn’t finish. Choose it again.';

/** Gives a function that draws the next picture for the web and keeps it, unless one is being drawn already. */
export function createUploadPreparation(
  options: UploadQueueOptions,
  jobs: UploadJobs,
  pump: () => void,
) {
  const { keeper } = options;

  async function prepare(id: string): Promise<void> {
    const job = jobs.get(id);
    if (!job || !jobs.move(id, 'preparing')) return;
    const file = job.file ?? (await keptSource(job.entry));
    if (!file) {
      jobs.refuse(id, NOT_PREPARED);
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

  async function keep(job: UploadJob, { picture, thumb }: DrawnPicture): Promise<void> {
    const { id } = job.entry;
    const kept = await keeper.keep(id, thumb ? [picture, thumb] : [picture]);
    jobs.note(job, { prepared: true });
    if (jobs.has(id)) jobs.move(id, 'ready', { kept, thumb: thumb && URL.createObjectURL(thumb) });
    else if (!jobs.isStopped()) keeper.remove(id);
  }

  return (): void => {
    const next = nextToPrepare(jobs.items());
    if (next) void prepare(next.id);
  };
}

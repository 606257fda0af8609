import { isCountedOn, placesTaken, type UploadItem } from '../upload-queue.ts';
import type { UploadEntry } from './upload-entries.store.ts';
import type { UploadJobs, UploadQueueOptions } from './upload-jobs.store.ts';
import { CHOOSE_AGAIN } from './upload-work.store.ts';

/** How pictures come into a queue: chosen on this page, or left behind by another one. */
export function createUploadIntake(
  options: UploadQueueOptions,
  jobs: UploadJobs,
  pump: () => void,
) {
  const { keeper, now = Date.now } = options;
  let adding: Promise<void> = Promise.resolve();

  async function addNow(files: readonly File[]): Promise<void> {
    const refusals = await Promise.all(files.map(options.refusalOf));
    let room = options.limit - options.listed().length - placesTaken(jobs.items());
    const stamp = jobs.freshStamp();
    const added = files.map((file, index) => {
      const id = `${stamp}-${index}`;
      const problem = refusals[index] ?? (room > 0 ? null : options.full);
      const entry = newEntry(options, { id, name: file.name, stamp, index, at: now() });
      if (problem) return jobs.track({ entry, file: null }, { state: 'refused', problem });
      room--;
      keeper.put(entry);
      if (options.keepSource) void keepSource(id, file);
      return jobs.track({ entry, file }, {});
    });
    jobs.set({ items: [...jobs.items(), ...added] });
    const refused = added.find(({ problem }) => problem)?.problem;
    if (refused) options.onProblem(refused);
    pump();
  }

  async function keepSource(id: string, file: File): Promise<void> {
    if ((await keeper.keep(id, [file])) && jobs.has(id)) jobs.show(id, { kept: true });
  }

  function adopted(entry: UploadEntry): UploadItem {
    const { id } = entry;
    if (!entry.prepared)
      return jobs.track(
        { entry, file: null },
        options.keepSource ? { kept: true } : { state: 'refused', problem: CHOOSE_AGAIN },
      );
    const isThere = isCountedOn(entry, now()) || options.listed().includes(entry.url ?? '');
    const url = isThere ? entry.url : null;
    void keeper.read(id).then(([, thumb]) => {
      if (thumb && jobs.has(id)) jobs.show(id, { thumb: URL.createObjectURL(thumb) });
    });
    return jobs.track(
      { entry: { ...entry, url }, file: null },
      { kept: true, state: url ? 'arrived' : 'ready' },
    );
  }

  return {
    add(files: readonly File[]): Promise<void> {
      // Judging files takes a while; a later choice waits, so that it keeps its place and takes nobody's room.
      adding = adding.then(() => addNow(files));
      return adding;
    },
    adopt(entries: readonly UploadEntry[]): void {
      // Theirs from now on: the next note would give them back to the page that was left.
      const known = entries
        .filter(({ id }) => !jobs.has(id))
        .map((entry) => ({ ...entry, run: keeper.run }));
      for (const entry of known) keeper.put(entry);
      jobs.set({ items: [...known.map(adopted), ...jobs.items()] });
      pump();
    },
  };
}

const newEntry = (
  { user, keeper: { run } }: UploadQueueOptions,
  own: Pick<UploadEntry, 'id' | 'name' | 'stamp' | 'index' | 'at'>,
): UploadEntry => ({
  ...own,
  user,
  run,
  prepared: false,
  url: null,
  slot: null,
});

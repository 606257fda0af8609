import { atom } from 'nanostores';
import {
  UPLOAD_MOVES,
  type UploadItem,
  type UploadQueueState,
  type UploadState,
} from '../upload-queue.ts';
import type { UploadEntry } from './upload-entries.store.ts';
import type { UploadKeeper } from './upload-keeper.store.ts';

/** What every part of a queue works with. */
export interface UploadBasics {
  keeper: UploadKeeper;
  /** The list as this page knows it. */
  listed: () => readonly string[];
  /** What is said of a picture that the list has no room for. */
  full: string;
  /** Something was refused or has failed: the first sentence about it. */
  onProblem: (problem: string) => void;
  now?: () => number;
}

/** A picture of the queue, as it is worked on. */
export interface UploadJob {
  entry: UploadEntry;
  /** The file as chosen; null once it is drawn, and after a reload. */
  file: File | null;
  abort: AbortController;
}

export type UploadJobs = ReturnType<typeof createUploadJobs>;

/** The pictures of one queue: what React shows of each, what works on it, and what the next page finds of it. */
export function createUploadJobs({ keeper, onProblem, now = Date.now }: UploadBasics) {
  const $state = atom<UploadQueueState>({ items: [], pause: null });
  const jobs = new Map<string, UploadJob>();
  let latest = 0;
  let stopped = false;

  const set = (part: Partial<UploadQueueState>) => $state.set({ ...$state.get(), ...part });
  const items = () => $state.get().items;
  const itemOf = (id: string) => items().find((item) => item.id === id);
  const show = (id: string, part: Partial<UploadItem>) =>
    set({ items: items().map((item) => (item.id === id ? { ...item, ...part } : item)) });

  /** Goes on to the next state; false when it has been removed, or is elsewhere by now. */
  function move(id: string, to: UploadState, part: Partial<UploadItem> = {}): boolean {
    const from = itemOf(id)?.state;
    if (!from || !UPLOAD_MOVES[from].includes(to)) return false;
    show(id, { ...part, state: to });
    if (part.problem) onProblem(part.problem);
    return true;
  }

  function drop(id: string): void {
    jobs.get(id)?.abort.abort();
    jobs.delete(id);
    keeper.remove(id);
    revoke(itemOf(id)?.thumb);
  }

  return {
    $state,
    set,
    items,
    itemOf,
    show,
    move,
    get: (id: string) => jobs.get(id),
    has: (id: string) => jobs.has(id),
    all: () => [...jobs.values()],
    isStopped: () => stopped,
    /** Starts a job; gives the item that shows it. */
    track(job: Omit<UploadJob, 'abort'>, part: Partial<UploadItem>): UploadItem {
      const { id, name } = job.entry;
      jobs.set(id, { ...job, abort: new AbortController() });
      const waiting = { state: 'waiting', progress: 0, problem: null, thumb: null } as const;
      return { id, name, kept: false, ...waiting, ...part };
    },
    /** Notes it for the next page, unless everything was erased meanwhile. */
    note(job: UploadJob, part: Partial<UploadEntry>): void {
      job.entry = { ...job.entry, ...part };
      if (keeper.has(job.entry.id)) keeper.put(job.entry);
    },
    refuse(id: string, problem: string): void {
      keeper.remove(id);
      move(id, 'refused', { problem });
    },
    remove(ids: readonly string[]): void {
      for (const id of ids) drop(id);
      set({ items: items().filter(({ id }) => !ids.includes(id)) });
    },
    /** Ends all work for good. */
    stop(): void {
      for (const { abort } of jobs.values()) abort.abort();
      for (const { thumb } of items()) revoke(thumb);
      jobs.clear();
      stopped = true;
    },
    freshStamp(): number {
      // Two choices within a millisecond must not share their names.
      latest = Math.max(now(), latest + 1);
      return latest;
    },
  };
}

const revoke = (thumb: string | null | undefined) => thumb && URL.revokeObjectURL(thumb);

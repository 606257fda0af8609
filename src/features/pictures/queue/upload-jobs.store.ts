import { atom } from 'nanostores';
import type { PreparedUpload } from '../prepare-upload.ts';
import {
  UPLOAD_MOVES,
  type UploadItem,
  type UploadQueueState,
  type UploadState,
} from '../upload-queue.ts';
import type { UploadEntry } from './upload-entries.store.ts';
import type { UploadKeeper } from './upload-keeper.store.ts';

export interface UploadQueueOptions {
  user: string;
  keeper: UploadKeeper;
  /** The list as this page knows it, and how many pictures it may have. */
  listed: () => readonly string[];
  limit: number;
  /** What is said of a picture that the list has no room for. */
  full: string;
  /** Something was refused or has failed: the first sentence about it. */
  onProblem: (problem: string) => void;
  /** Why a file is not taken, by its name, size and first bytes; null when it is. */
  refusalOf: (file: File) => Promise<string | null>;
  /** Keeps the file itself until it is drawn, so that a page may be left at once. */
  keepSource?: boolean;
  prepare: (file: File) => Promise<PreparedUpload>;
  /** Nothing is sent while this is true: what the pictures go to is not there yet. */
  isHeld?: () => boolean;
  /** Is asked before a picture is sent; throws while none can be. */
  open?: () => Promise<void>;
  send: (upload: UploadBytes) => Promise<string>;
  /** Where each picture has a name of its own for good: the next free one besides those that are `taken`; null when there is none. */
  slotFor?: (taken: readonly string[]) => string | null;
  /** What is said of a picture that was refused for its size, and for any other reason. */
  refusals?: { tooLarge: string; other: string };
  /** Adds these to the list, and gives it as it is then. */
  save: (urls: readonly string[]) => Promise<readonly string[]>;
  /** Nothing is under way any more: so many were saved since the last time. */
  onRest: (saved: number) => void;
  online?: () => boolean;
  now?: () => number;
  random?: () => number;
}

export interface UploadBytes {
  stamp: number;
  index: number;
  /** The name that `slotFor` gave it. */
  slot: string | null;
  picture: Blob;
  onProgress: (share: number) => void;
  signal: AbortSignal;
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
export function createUploadJobs({ keeper, onProblem, now = Date.now }: UploadQueueOptions) {
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

import { atom, type ReadableAtom } from 'nanostores';
import { type AppError, toAppError } from '#data/app-error.ts';
import { type Likeness, packLikeness, unpackLikeness } from '../likeness.ts';
import {
  isUnderWay,
  type Lookalike,
  nextToPrepare,
  nextToSend,
  placesTaken,
  UPLOAD_MOVES,
  type UploadItem,
  type UploadQueueState,
  type UploadState,
} from '../upload-queue.ts';
import type { UploadEntry } from './upload-entries.store.ts';
import type { UploadKeeper } from './upload-keeper.store.ts';
import { createUploadPause } from './upload-pause.store.ts';

/** A picture drawn anew for the web, a small copy of it, and what it looks like; or why it is none, as a sentence. */
export type PreparedPicture = Drawn | { problem: string };
interface Drawn {
  picture: Blob;
  thumb: Blob | null;
  looks: Likeness | null;
}

export interface UploadQueueOptions {
  user: string;
  keeper: UploadKeeper;
  /** Why a file is not taken, by its name, size and first bytes; null when it is. */
  refusalOf: (file: File) => Promise<string | null>;
  prepare: (file: File) => Promise<PreparedPicture>;
  /** Which picture this one looks like: one that is there, or one of those chosen before it. */
  likeOf?: (looks: Likeness, before: readonly ComparedUpload[]) => Promise<Lookalike | null>;
  send: (upload: UploadBytes) => Promise<string>;
  /** Adds these to the list, and gives it as it is then. */
  save: (urls: readonly string[]) => Promise<readonly string[]>;
  /** The list as this page knows it, and how many it may have. */
  listed: () => readonly string[];
  limit: number;
  /** Nothing is sent while this is true: what the pictures go to is not there yet. */
  isHeld?: () => boolean;
  /** Is asked before a picture is sent; throws while none can be. */
  open?: () => Promise<void>;
  /** Where each picture has a name of its own for good: the next free one besides those that are `taken`; null when there is none. */
  slotFor?: (taken: readonly string[]) => string | null;
  /** Keeps the file itself until it is drawn, so that a page may be left at once. */
  keepSource?: boolean;
  /** What is said of a picture that was refused for its size, and for any other reason. */
  refusals?: { tooLarge: string; other: string };
  /** What is said of a picture that it has no room for. */
  full: string;
  /** Nothing is under way any more: so many were saved since the last time. */
  onRest: (saved: number) => void;
  /** Something was refused or has failed: the first sentence about it. */
  onProblem: (problem: string) => void;
  online?: () => boolean;
  now?: () => number;
  random?: () => number;
}

export interface ComparedUpload {
  name: string;
  /** Where it is, if it has arrived. */
  url: string | null;
  looks: Likeness;
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

interface Job {
  entry: UploadEntry;
  file: File | null;
  looks: Likeness | null;
  abort: AbortController;
}

export interface UploadQueue {
  $state: ReadableAtom<UploadQueueState>;
  add: (files: readonly File[]) => Promise<void>;
  /** Goes on with what another page has left behind. */
  adopt: (entries: readonly UploadEntry[]) => void;
  remove: (ids: readonly string[]) => void;
  retry: (ids: readonly string[]) => void;
  /** Takes pictures although they look like others. */
  keepBoth: (ids: readonly string[]) => void;
  /** Sends at once what waits for its time. */
  wake: () => void;
  /** Forgets everything: the person has left. */
  stop: () => void;
}

const NOT_PREPARED = 'Not ready yet when the page was left: please choose it again.';
const GONE = 'This browser has not kept it: please choose it again.';
const NOT_ADDED = 'Arrived, but could not be added.';
const REFUSALS = {
  tooLarge: 'The site refused it: it is too large.',
  other: 'The site refused it. Your folder may be full.',
};

/** The code of a send that found another picture under its name: it goes under the next one. */
export const SLOT_TAKEN = 'slot_taken';

/** Files that no list names are removed after an hour: what has arrived longer ago than this is sent anew. */
const COUNTED_ON_MS = 30 * 60_000;

/**
 * Takes pictures from a person's device into a list, exactly once each and in the order in which they were chosen,
 * over lost connections and reloads. One is drawn at a time, two are sent; each is in the list as soon as it can be.
 */
export function createUploadQueue(options: UploadQueueOptions): UploadQueue {
  const { keeper, now = Date.now } = options;
  const $state = atom<UploadQueueState>({ items: [], pause: null });
  const jobs = new Map<string, Job>();
  const pause = createUploadPause({ ...options, onEnd: pump, show: (to) => set({ pause: to }) });
  let latest = 0;
  let saving = false;
  let savedSinceRest = 0;
  let stopped = false;
  let adding: Promise<void> = Promise.resolve();

  const set = (part: Partial<UploadQueueState>) => $state.set({ ...$state.get(), ...part });
  const items = () => $state.get().items;
  const stateOf = (id: string) => items().find((item) => item.id === id)?.state;
  const show = (id: string, part: Partial<UploadItem>) =>
    set({ items: items().map((item) => (item.id === id ? { ...item, ...part } : item)) });

  /** Goes on to the next state; false when it has been removed, or is elsewhere by now. */
  function move(id: string, to: UploadState, part: Partial<UploadItem> = {}): boolean {
    const from = stateOf(id);
    if (!from || !UPLOAD_MOVES[from].includes(to)) return false;
    show(id, { ...part, state: to });
    if (part.problem) options.onProblem(part.problem);
    return true;
  }

  /** Notes it for the next page, unless everything was erased meanwhile. */
  function note(job: Job, part: Partial<UploadEntry>): void {
    job.entry = { ...job.entry, ...part };
    if (keeper.has(job.entry.id)) keeper.put(job.entry);
  }

  function drop(id: string): void {
    jobs.get(id)?.abort.abort();
    jobs.delete(id);
    keeper.remove(id);
    const thumb = items().find((item) => item.id === id)?.thumb;
    if (thumb) URL.revokeObjectURL(thumb);
  }

  function pump(): void {
    if (stopped) return;
    const next = nextToPrepare(items());
    if (next) void prepare(next.id);
    if (!options.isHeld?.() && !pause.holds(items().some(isUnderWay))) {
      for (const { id } of nextToSend(items())) void send(id);
      void saveArrived();
    }
    rest();
  }

  async function prepare(id: string): Promise<void> {
    const job = jobs.get(id);
    if (!job || !move(id, 'preparing')) return;
    const file = job.file ?? (await keptSource(job.entry));
    if (!file) {
      lose(id, NOT_PREPARED);
      return pump();
    }
    const prepared = await options.prepare(file);
    job.file = null;
    // Removed meanwhile, or everything was forgotten.
    if (!jobs.has(id)) return pump();
    if ('problem' in prepared) {
      keeper.remove(id);
      move(id, 'refused', { problem: prepared.problem });
    } else await keep(job, prepared);
    pump();
  }

  async function keepSource({ entry: { id } }: Job, file: File): Promise<void> {
    if ((await keeper.keep(id, [file])) && jobs.has(id)) show(id, { kept: true });
  }

  async function keptSource({ id, name }: UploadEntry): Promise<File | null> {
    const [source] = await keeper.read(id);
    return source ? new File([source], name, { type: source.type }) : null;
  }

  async function keep(job: Job, { picture, thumb, looks }: Drawn): Promise<void> {
    const { id } = job.entry;
    const kept = await keeper.keep(id, thumb ? [picture, thumb] : [picture]);
    job.looks = looks;
    note(job, { prepared: true, looks: looks && packLikeness(looks) });
    if (jobs.has(id)) move(id, 'ready', { kept, thumb: thumb && URL.createObjectURL(thumb) });
    else if (!stopped) keeper.remove(id);
  }

  /** Those that were chosen before it and are on their way, or there since this visit. */
  const before = (job: Job): ComparedUpload[] =>
    [...jobs.values()].flatMap(({ entry: { id, stamp, index, name, url }, looks }) => {
      const order = stamp - job.entry.stamp || index - job.entry.index;
      const isGone = stateOf(id) === undefined && !options.listed().includes(url ?? '');
      return looks && order < 0 && !isGone ? [{ name, url, looks }] : [];
    });

  async function send(id: string): Promise<void> {
    const job = jobs.get(id);
    if (!job || !move(id, 'sending', { progress: 0 })) return;
    try {
      if (!(await isNew(job))) return;
      const [picture] = await keeper.read(id);
      if (!picture) return void lose(id, GONE);
      await options.open?.();
      // What it goes to may be gone for good.
      if (!jobs.has(id)) return;
      if (takeSlot(job)) await deliver(job, picture);
      else lose(id, options.full);
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.code === SLOT_TAKEN) note(job, { slot: null });
      if (jobs.has(id)) failed(id, error, 'ready');
    } finally {
      pump();
    }
  }

  /** False when it looks like another: somebody is asked. */
  async function isNew(job: Job): Promise<boolean> {
    const { id, compared } = job.entry;
    if (compared || !job.looks || !options.likeOf) return true;
    const like = await options.likeOf(job.looks, before(job));
    note(job, { compared: true, like });
    return !(like && move(id, 'asking', { like }));
  }

  /** False where no name is left for it. */
  function takeSlot(job: Job): boolean {
    if (!options.slotFor || job.entry.slot) return true;
    const taken = [...jobs.values()].flatMap(({ entry }) => entry.slot ?? []);
    const slot = options.slotFor(taken);
    note(job, { slot });
    return slot !== null;
  }

  async function deliver(job: Job, picture: Blob): Promise<void> {
    if (now() - job.entry.stamp > COUNTED_ON_MS) rename(job.entry.stamp);
    const { id, stamp, index, slot } = job.entry;
    const url = await options.send({
      stamp,
      index,
      slot,
      picture,
      onProgress: (progress) => show(id, { progress }),
      signal: job.abort.signal,
    });
    pause.end();
    note(job, { url });
    move(id, 'arrived', { progress: 1 });
  }

  /** Gives those that were chosen together and have not arrived a name of today, in their order. */
  function rename(stamp: number): void {
    const today = freshStamp();
    for (const job of jobs.values())
      if (job.entry.stamp === stamp && !job.entry.url) note(job, { stamp: today });
  }

  const freshStamp = () => {
    // Two choices within a millisecond must not share their names.
    latest = Math.max(now(), latest + 1);
    return latest;
  };

  function lose(id: string, problem: string): void {
    keeper.remove(id);
    move(id, 'refused', { problem });
  }

  function failed(id: string, error: AppError, back: UploadState): void {
    if (isRefusal(error)) {
      console.error(error);
      const { tooLarge, other } = options.refusals ?? REFUSALS;
      const problem = error.status === 413 ? tooLarge : other;
      move(id, 'failed', { problem: back === 'arrived' ? NOT_ADDED : problem });
    } else {
      if (stateOf(id) !== back) move(id, back, { progress: 0 });
      if (error.code !== SLOT_TAKEN) pause.begin(error.status === 0 ? 'connection' : 'server');
    }
  }

  async function saveArrived(): Promise<void> {
    const arrived = items().flatMap(({ id, state }) =>
      state === 'arrived' ? (jobs.get(id) ?? []) : [],
    );
    if (saving || arrived.length === 0) return;
    saving = true;
    try {
      const list = await options.save(arrived.map(({ entry }) => entry.url as string));
      pause.end();
      for (const { entry } of arrived) saved(entry, list.includes(entry.url as string));
    } catch (thrown) {
      const error = toAppError(thrown);
      for (const { entry } of arrived) failed(entry.id, error, 'arrived');
    }
    saving = false;
    pump();
  }

  function saved({ id }: UploadEntry, fits: boolean): void {
    const thumb = items().find((item) => item.id === id)?.thumb;
    if (fits && move(id, 'saved', { thumb: null })) savedSinceRest++;
    if (!fits) move(id, 'refused', { problem: options.full });
    if (fits && thumb) URL.revokeObjectURL(thumb);
    keeper.remove(id);
  }

  function rest(): void {
    if (savedSinceRest === 0 || items().some(isUnderWay)) return;
    options.onRest(savedSinceRest);
    savedSinceRest = 0;
    set({ items: items().filter(({ state }) => state !== 'saved') });
  }

  const fresh = (job: Job, part: Partial<UploadItem>): UploadItem => {
    const { id, name, like } = job.entry;
    jobs.set(id, job);
    const waiting = { state: 'waiting', progress: 0, problem: null, thumb: null } as const;
    return { id, name, like, kept: false, ...waiting, ...part };
  };

  function adopted(entry: UploadEntry): UploadItem {
    const looks = entry.looks ? unpackLikeness(entry.looks) : null;
    const job: Job = { entry, looks, file: null, abort: new AbortController() };
    if (!entry.prepared)
      return fresh(
        job,
        options.keepSource ? { kept: true } : { state: 'refused', problem: NOT_PREPARED },
      );
    const isCountedOn =
      now() - entry.stamp <= COUNTED_ON_MS || options.listed().includes(entry.url ?? '');
    if (!isCountedOn) job.entry = { ...entry, url: null };
    const state = job.entry.url ? 'arrived' : 'ready';
    void keeper.read(entry.id).then(([, thumb]) => {
      if (thumb && jobs.has(entry.id)) show(entry.id, { thumb: URL.createObjectURL(thumb) });
    });
    const asking = entry.like !== null && state === 'ready';
    return fresh(job, { kept: true, state: asking ? 'asking' : state });
  }

  async function addNow(files: readonly File[]): Promise<void> {
    const refusals = await Promise.all(files.map(options.refusalOf));
    let room = options.limit - options.listed().length - placesTaken(items());
    const stamp = freshStamp();
    const added = files.map((file, index) => {
      const id = `${stamp}-${index}`;
      const problem = refusals[index] ?? (room > 0 ? null : options.full);
      const entry = newEntry(options, { id, name: file.name, stamp, index, at: now() });
      const job: Job = { entry, file, looks: null, abort: new AbortController() };
      if (problem) return fresh({ ...job, file: null }, { state: 'refused', problem });
      room--;
      keeper.put(entry);
      if (options.keepSource) void keepSource(job, file);
      return fresh(job, {});
    });
    set({ items: [...items(), ...added] });
    const refused = added.find(({ problem }) => problem)?.problem;
    if (refused) options.onProblem(refused);
    pump();
  }

  return {
    $state,
    add(files) {
      // Judging files takes a while; a later choice waits, so that it keeps its place and takes nobody's room.
      adding = adding.then(() => addNow(files));
      return adding;
    },
    adopt(entries) {
      const known = entries.filter(({ id }) => !jobs.has(id));
      for (const entry of known) keeper.put({ ...entry, run: keeper.run });
      set({ items: [...known.map(adopted), ...items()] });
      pump();
    },
    remove(ids) {
      for (const id of ids) drop(id);
      set({ items: items().filter(({ id }) => !ids.includes(id)) });
      pump();
    },
    retry(ids) {
      for (const id of ids)
        move(id, jobs.get(id)?.entry.url ? 'arrived' : 'ready', { problem: null, progress: 0 });
      pump();
    },
    keepBoth(ids) {
      for (const id of ids) {
        const job = jobs.get(id);
        if (job) note(job, { compared: true, like: null });
        move(id, 'ready', { like: null });
      }
      pump();
    },
    wake() {
      pause.wake();
      pump();
    },
    stop() {
      for (const { abort } of jobs.values()) abort.abort();
      for (const { thumb } of items()) if (thumb) URL.revokeObjectURL(thumb);
      jobs.clear();
      stopped = true;
      pause.end();
      set({ items: [], pause: null });
    },
  };
}

/** Whether the server has decided, so that asking again by itself is pointless. */
const isRefusal = ({ status }: AppError): boolean =>
  status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);

const newEntry = (
  { user, keeper: { run } }: UploadQueueOptions,
  own: Pick<UploadEntry, 'id' | 'name' | 'stamp' | 'index' | 'at'>,
): UploadEntry => ({
  ...own,
  user,
  run,
  prepared: false,
  compared: false,
  like: null,
  url: null,
  slot: null,
  looks: null,
});

import { atom } from 'nanostores';
import { browserLock } from '#browser/browser-lock.ts';
import { newKey } from '#browser/new-key.ts';
import { lockWhileBusy, untilDone } from '#browser/page-lock.ts';
import { onSignOut } from '#browser/personal.ts';
import { onWake } from '#browser/poller.ts';
import { shownDrafts, WALL_EVENT, wallSets } from '#features/pictures/queue/wall-sets.store.ts';
import type { UploadItem, UploadPause } from '#features/pictures/upload-queue.ts';
import type { LeadPhotos } from './lead-photo.ts';
import { leadPhotos, removeLeadPhotos, type WallOf } from './lead-photos.api.ts';
import { wallTools } from './tools.store.ts';
import { createWallQueue, keptPhotos, type WallQueue } from './wall-queue.store.ts';

/*
 * Photos of the wall, from a person's device to a request.
 * They are kept in this browser from the moment in which they are chosen. Those beside a form join the request that it
 * is sent as (`quote-outbox.store.ts` says so), and go out once the server has that, on whatever page the person is by then.
 */

/** Where pictures go: to this request, or to the one that is typed in this page. */
type WallTarget = WallOf | null;

/** What a page shows. */
export interface WallState {
  /** What has arrived; null while that is not known, and beside a form. */
  stored: LeadPhotos | null;
  items: readonly UploadItem[];
  pause: UploadPause | null;
}

interface Opened {
  queue: WallQueue;
  lead: () => string | null;
}

/** Goes up whenever something of `wallState` is another one. */
export const $wallChanges = atom(0);
const changed = () => $wallChanges.set($wallChanges.get() + 1);

/** The sets that this page works on, or will as soon as another page lets it. */
const opened = new Map<string, Opened>();
const claimed = new Set<string>();
const stored = new Map<string, LeadPhotos>();
let formQueue: WallQueue | undefined;

/** The queues of a target in this page. */
const queuesOf = (target: WallTarget): WallQueue[] =>
  [...opened.values()]
    .filter(({ queue, lead }) => (target ? lead() === target.lead : shownDrafts.has(queue.id)))
    .map(({ queue }) => queue);

function progressOf(queues: readonly WallQueue[]): Pick<WallState, 'items' | 'pause'> {
  const states = queues.map(({ $state }) => $state.get());
  return {
    items: states.flatMap(({ items }) => items),
    pause: states.find(({ pause }) => pause)?.pause ?? null,
  };
}

/** What this page has of a target, now. */
export const wallState = (target: WallTarget): WallState => ({
  stored: (target && stored.get(target.lead)) || null,
  ...progressOf(queuesOf(target)),
});

/** Everything of this page that has a request and is on its way there, whichever it is. */
export const wallOnItsWay = () =>
  progressOf([...opened.values()].flatMap(({ queue, lead }) => (lead() === null ? [] : queue)));

function show(photos: LeadPhotos): void {
  stored.set(photos.lead, photos);
  changed();
}

/** Held by the page that works on a set: another goes on with it when that is gone. */
const lockOf = (id: string) => `wall.set.${id}`;

/** Opens a set in this page and keeps it alive, until there is nothing more to do. */
function begin(id: string): WallQueue {
  const sets = wallSets();
  const queue = createWallQueue(id, wallTools, show);
  let lead: string | null = null;
  opened.set(id, {
    queue,
    lead: () => {
      lead ??= sets.get(id)?.lead ?? null;
      return lead;
    },
  });
  let had = false;
  queue.$state.listen(({ items }) => {
    changed();
    if (items.length === 0 && had) sets.remove(id);
    had = items.length > 0;
  });
  onWake(queue.wake);
  addEventListener('offline', queue.wake);
  addEventListener(WALL_EVENT, queue.wake);
  onSignOut(() => {
    shownDrafts.remove(id);
    stored.clear();
    queue.stop();
  });
  return queue;
}

/** A set that begins in this page, under a lock while it has something. */
function beginHere(): WallQueue {
  const id = newKey();
  const queue = begin(id);
  void lockWhileBusy(lockOf(id), queue.$state);
  return queue;
}

/** The pictures beside the form of this page, with what a page before this one has left behind. */
function draft(): WallQueue {
  if (formQueue && shownDrafts.has(formQueue.id)) return formQueue;
  const queue = beginHere();
  formQueue = queue;
  shownDrafts.add(queue.id);
  takeOver(queue);
  return queue;
}

/** Goes on with the pictures of forms that were left, each as soon as its page is gone. */
function takeOver(queue: WallQueue): void {
  const sets = wallSets();
  const left = sets.all().filter((set) => set.lead === null && !opened.has(set.id));
  for (const { id } of left)
    void browserLock(lockOf(id), async () => {
      const set = sets.get(id);
      // Its request has gone out meanwhile, or this form has pictures of its own.
      if (!set || set.lead !== null || queue.$state.get().items.length > 0) return;
      const keeper = keptPhotos();
      const entries = keeper
        .all()
        .filter(({ user }) => user === id)
        .map((entry) => ({ ...entry, user: queue.id }));
      sets.remove(id);
      if (entries.length === 0) return;
      sets.put({ ...set, id: queue.id });
      for (const entry of entries) keeper.put(entry);
      queue.adopt(entries);
    });
}

/** Sends what waits for its turn in this browser and has its request, set by set, each in one page. */
export function resumeWallPhotos(): void {
  const sets = wallSets();
  for (const { id } of sets.all().filter(({ lead }) => lead !== null)) {
    if (opened.has(id) || claimed.has(id)) continue;
    claimed.add(id);
    void browserLock(lockOf(id), async () => {
      claimed.delete(id);
      const set = sets.get(id);
      const entries = keptPhotos()
        .all()
        .filter(({ user }) => user === id);
      if (!set?.lead || entries.length === 0) return sets.remove(id);
      const queue = begin(id);
      queue.adopt(entries);
      await untilDone(queue.$state);
    });
  }
}

/** Notes which request a set is for, before there is something in it. */
function note({ id }: WallQueue, target: WallTarget): void {
  const sets = wallSets();
  if (sets.get(id)) return;
  const { lead = null, token = null } = target ?? {};
  sets.put({ id, key: null, lead, token, at: Date.now() });
}

/** What a person does with the pictures of a target. */
export function wallPhotos(target: WallTarget) {
  const own = () => queuesOf(target);
  const queueFor = () => (target ? (own().at(-1) ?? beginHere()) : draft());
  if (!target) draft();

  return {
    async add(files: readonly File[]): Promise<void> {
      const queue = queueFor();
      note(queue, target);
      await queue.add(files);
    },
    remove(ids: readonly string[]): void {
      const entries = keptPhotos().all();
      for (const queue of own()) {
        const sending = queue.$state
          .get()
          .items.filter((item) => ids.includes(item.id) && item.state === 'sending');
        queue.remove(ids);
        for (const { id } of sending) {
          const slot = entries.find((entry) => entry.id === id)?.slot;
          if (slot) void queue.takeBack(slot);
        }
      }
    },
    retry(ids: readonly string[]): void {
      for (const queue of own()) queue.retry(ids);
    },
    /** Asks for what has arrived. Throws an AppError. */
    async load(): Promise<void> {
      if (target) show(await leadPhotos(target));
    },
    /** Takes one away that has arrived. Throws an AppError. */
    async removeStored(path: string): Promise<void> {
      if (!target) return;
      await removeLeadPhotos([path], target.token ?? null);
      const now = stored.get(target.lead);
      if (now) show({ ...now, photos: now.photos.filter((photo) => photo.path !== path) });
    },
  };
}
export type WallPhotos = ReturnType<typeof wallPhotos>;

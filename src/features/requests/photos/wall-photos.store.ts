import { atom } from 'nanostores';
import { browserLock } from '#browser/browser-lock.ts';
import { newKey } from '#browser/new-key.ts';
import { lockWhileBusy, untilDone } from '#browser/page-lock.ts';
import { onSignOut } from '#browser/personal.ts';
import { onWake } from '#browser/poller.ts';
import {
  shownDrafts,
  WALL_EVENT,
  type WallKind,
  type WallSet,
  wallSets,
} from '#features/pictures/queue/wall-sets.store.ts';
import { LEAD_PHOTOS } from '#features/pictures/upload.ts';
import type { UploadItem, UploadPause } from '#features/pictures/upload-queue.ts';
import type { RequestKey } from '../request-key.ts';
import { type LeadPhotos, ofKind } from './lead-photo.ts';
import { leadPhotos, removeLeadPhotos } from './lead-photos.api.ts';
import { createWallQueue, keptPhotos, type WallQueue, type WallTools } from './wall-queue.store.ts';

/*
 * Photos of the wall, and one of it with a mural on it, from a person's device to a request.
 * They are kept in this browser from the moment in which they are chosen. Those beside a form join the request that it
 * is sent as (`quote-outbox.store.ts` says so), and go out once the server has that, on whatever page the person is by then.
 *
 * Beside a form mount `useWallPhotos(null, …)` of `use-wall-photos.ts` with `WallPhotosPicker`; on the page of a request
 * the same with its key. `attachPreview` adds the picture with the mural from anywhere.
 */

/** Where pictures go: to the request of this key, or to the one that is typed in this page. */
export type WallTarget = (RequestKey & { lead: string }) | null;

/** What a page shows of one kind. */
export interface WallState {
  /** What has arrived; null while that is not known, and beside a form. */
  stored: LeadPhotos | null;
  items: readonly UploadItem[];
  pause: UploadPause | null;
}

interface Opened {
  queue: WallQueue;
  kind: WallKind;
  lead: () => string | null;
}

/** Goes up whenever something of `wallState` is another one. */
export const $wallChanges = atom(0);
const changed = () => $wallChanges.set($wallChanges.get() + 1);

/** The sets that this page works on, or will as soon as another page lets it. */
const opened = new Map<string, Opened>();
const claimed = new Set<string>();
const stored = new Map<string, LeadPhotos>();
const drafts: Partial<Record<WallKind, WallQueue>> = {};

/** What this page has of a target, now. */
export function wallState(target: WallTarget, kind: WallKind = 'photos'): WallState {
  const queues = [...opened.values()]
    .filter((one) => one.kind === kind)
    .filter(({ queue, lead }) => (target ? lead() === target.lead : shownDrafts.has(queue.id)))
    .map(({ queue }) => queue.$state.get());
  return {
    stored: (target && stored.get(target.lead)) || null,
    items: queues.flatMap(({ items }) => items),
    pause: queues.find(({ pause }) => pause)?.pause ?? null,
  };
}

/** Everything of this page that has a request and is on its way there, whichever it is. */
export function wallOnItsWay(): Pick<WallState, 'items' | 'pause'> {
  const queues = [...opened.values()]
    .filter(({ lead }) => lead() !== null)
    .map(({ queue }) => queue.$state.get());
  return {
    items: queues.flatMap(({ items }) => items),
    pause: queues.find(({ pause }) => pause)?.pause ?? null,
  };
}

function show(photos: LeadPhotos): void {
  stored.set(photos.lead, photos);
  changed();
}

/** Held by the page that works on a set: another goes on with it when that is gone. */
const lockOf = (id: string) => `wall.set.${id}`;

/** Opens a set in this page and keeps it alive, until there is nothing more to do. */
function begin(set: Pick<WallSet, 'id' | 'kind'>, tools: WallTools): WallQueue {
  const sets = wallSets();
  const queue = createWallQueue(set, tools, show);
  let lead: string | null = null;
  opened.set(set.id, {
    queue,
    kind: set.kind,
    lead: () => {
      lead ??= sets.get(set.id)?.lead ?? null;
      return lead;
    },
  });
  let had = false;
  queue.$state.listen(({ items }) => {
    changed();
    if (items.length === 0 && had) sets.remove(set.id);
    had = items.length > 0;
  });
  onWake(queue.wake);
  addEventListener('offline', queue.wake);
  addEventListener(WALL_EVENT, queue.wake);
  onSignOut(() => {
    shownDrafts.remove(set.id);
    stored.clear();
    queue.stop();
  });
  return queue;
}

/** A set that begins in this page, under a lock while it has something. */
function beginHere(kind: WallKind, tools: WallTools): WallQueue {
  const id = newKey();
  const queue = begin({ id, kind }, tools);
  void lockWhileBusy(lockOf(id), queue.$state);
  return queue;
}

/** The pictures beside the form of this page, with what a page before this one has left behind. */
function draft(kind: WallKind, tools: WallTools): WallQueue {
  const current = drafts[kind];
  if (current && shownDrafts.has(current.id)) return current;
  const queue = beginHere(kind, tools);
  drafts[kind] = queue;
  shownDrafts.add(queue.id);
  takeOver(queue, kind);
  return queue;
}

/** Goes on with the pictures of forms that were left, each as soon as its page is gone. */
function takeOver(queue: WallQueue, kind: WallKind): void {
  const sets = wallSets();
  const left = sets
    .all()
    .filter((set) => set.kind === kind && set.lead === null && !opened.has(set.id));
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
export function resumeWallPhotos(tools: WallTools): void {
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
      const queue = begin(set, tools);
      queue.adopt(entries);
      await untilDone(queue.$state);
    });
  }
}

/** Notes which request a set is for, before there is something in it. */
function note({ id }: WallQueue, kind: WallKind, target: WallTarget): void {
  const sets = wallSets();
  if (sets.get(id)) return;
  const token = target && 'p_token' in target ? target.p_token : null;
  sets.put({ id, kind, key: null, lead: target?.lead ?? null, token, at: Date.now() });
}

/** What a person does with the pictures of a target. */
export function wallPhotos(target: WallTarget, tools: WallTools, kind: WallKind = 'photos') {
  const own = () =>
    [...opened.values()].filter(
      (one) =>
        one.kind === kind && (target ? one.lead() === target.lead : shownDrafts.has(one.queue.id)),
    );
  const queueFor = () =>
    target ? (own().at(-1)?.queue ?? beginHere(kind, tools)) : draft(kind, tools);
  if (!target) draft(kind, tools);

  return {
    async add(files: readonly File[]): Promise<void> {
      const queue = queueFor();
      note(queue, kind, target);
      await queue.add(files);
    },
    remove(ids: readonly string[]): void {
      const entries = keptPhotos().all();
      for (const { queue } of own()) {
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
      for (const { queue } of own()) queue.retry(ids);
    },
    /** Asks for what has arrived. Throws an AppError. */
    async load(): Promise<void> {
      if (target) show(await leadPhotos(keyOf(target)));
    },
    /** Takes one away that has arrived. Throws an AppError. */
    async removeStored(path: string): Promise<void> {
      if (!target) return;
      await removeLeadPhotos([path], 'p_token' in target ? target.p_token : null);
      const now = stored.get(target.lead);
      if (now) show({ ...now, photos: now.photos.filter((photo) => photo.path !== path) });
    },
  };
}
export type WallPhotos = ReturnType<typeof wallPhotos>;

const keyOf = (target: NonNullable<WallTarget>): RequestKey =>
  'p_token' in target ? { p_token: target.p_token } : { p_lead: target.p_lead };

/**
 * Puts the picture of the wall with a mural on it to the request that is typed, in this browser, or to the one of
 * `target`, in place of the one before. `tools` are `wallTools` of `tools.store.ts`; on pages without a form the
 * picture waits for the next form. It is drawn anew as photos are. Throws an AppError where an older one cannot be taken away.
 */
export async function attachPreview(
  blob: Blob,
  tools: WallTools,
  target: WallTarget = null,
): Promise<void> {
  const photos = wallPhotos(target, tools, 'preview');
  photos.remove(wallState(target, 'preview').items.map(({ id }) => id));
  if (target) {
    await photos.load();
    const before = ofKind(wallState(target, 'preview').stored?.photos ?? [], 'preview');
    for (const { path } of before) await photos.removeStored(path);
  }
  await photos.add([new File([blob], `${LEAD_PHOTOS.preview}.webp`, { type: blob.type })]);
}

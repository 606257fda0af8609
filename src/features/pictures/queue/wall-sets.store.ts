import { type EntryStorage, usableStorage } from '#browser/browser-storage.ts';
import { type Aged, KEPT_MS, keptTable } from '#browser/kept-table.ts';
import { uploadEntries } from '#features/pictures/queue/upload-entries.store.ts';
import { within } from '#lib/within.ts';

/** Pictures of this browser that go with one request: with the one that is being typed, on its way, or stored. */
interface WallSet extends Aged {
  id: string;
  /** The key of the request in the outbox; null while nobody has sent one. */
  key: string | null;
  /** The request once the server has it, and what opens it for a guest. Until then nothing is sent. */
  lead: string | null;
  token: string | null;
}

const PREFIX = 'wall.set.';

/** There while pictures wait for their turn: the script of every page looks for it (components/scripts/pending-flash.ts). */
export const WALL_FLAG = 'wall.sending';

/** The beginning of the keys of the pictures themselves, and the database that has their files. */
export const WALL_PHOTO_PREFIX = 'wall.photo.';
export const WALL_PICTURES_KEY = 'mural-pictures-wall';

export const isWallItem = (item: string): boolean => item.startsWith('wall.');

/** The sets of this browser. */
export function wallSets(
  storage: EntryStorage = usableStorage('localStorage'),
  now: () => number = Date.now,
) {
  const table = keptTable<WallSet>({
    storage,
    prefix: PREFIX,
    keptMs: KEPT_MS.unsent,
    waits: true,
    now,
    flag: { key: WALL_FLAG, when: ({ lead }) => lead !== null },
  });
  return { ...table, put: (set: WallSet) => table.put(set.id, set) };
}

/** How many photos of walls would be gone with this browser's memory. */
export const countWallPhotos = (storage: EntryStorage): number =>
  uploadEntries(storage, Date.now, WALL_PHOTO_PREFIX).all().length;

/** Forgets what goes with no request that was sent. */
export function dropWallDrafts(storage: EntryStorage): void {
  const sets = wallSets(storage);
  const photos = uploadEntries(storage, Date.now, WALL_PHOTO_PREFIX);
  for (const { id } of sets.all().filter((set) => set.lead === null && set.key === null)) {
    for (const photo of photos.all().filter(({ user }) => user === id)) photos.remove(photo.id);
    sets.remove(id);
  }
}

/** The sets that this page shows beside a form that was not sent. */
const drafts = new Set<string>();
export const shownDrafts = {
  add: (id: string) => void drafts.add(id),
  has: (id: string) => drafts.has(id),
  remove: (id: string) => void drafts.delete(id),
};

/** Dispatched on `window` when pictures have got their request. */
export const WALL_EVENT = 'mural:wall';

/** Photos that were chosen in this page, while the code that keeps them is on its way. */
const arriving = new Set<Promise<void>>();

/** Takes photos in; `photosTakenIn` waits for them. */
export function takeIn(work: Promise<void>): Promise<void> {
  arriving.add(work);
  return work.finally(() => arriving.delete(work));
}

/** On a slow phone a client may press Submit before the photos are in their set, and would leave them behind. */
export async function photosTakenIn(): Promise<void> {
  // Without a network their code does not come.
  if (arriving.size === 0 || !navigator.onLine) return;
  await within(Promise.allSettled(arriving)).catch(console.error);
}

/** The form of this page is sent under this key: its pictures go with that request. */
export function joinRequest(key: string): void {
  const sets = wallSets();
  for (const set of sets.all())
    if (set.lead === null && drafts.has(set.id)) sets.put({ ...set, key });
}

/** The server has the request of this key: its pictures may go, on whatever page that is. */
export function bindRequest(key: string, lead: string, token: string): void {
  const sets = wallSets();
  const own = sets.all().filter((set) => set.lead === null && set.key === key);
  for (const set of own) {
    sets.put({ ...set, lead, token });
    drafts.delete(set.id);
  }
  if (own.length > 0) globalThis.dispatchEvent?.(new Event(WALL_EVENT));
}

import type { EntryStorage } from '#browser/browser-storage.ts';
import { type Aged, KEPT_MS, keptTable } from '#browser/kept-table.ts';

/** A picture on its way into a portfolio: kept until the portfolio names it. */
export interface UploadEntry extends Aged {
  id: string;
  /** Whose it is: nobody else may send it. */
  user: string;
  /** The page that works on it; when that is gone, the next one does. */
  run: string;
  /** What the file is called on the person's device. */
  name: string;
  /** What it will be called at the server: when it was chosen, and its place among those chosen with it. */
  stamp: number;
  index: number;
  /** The picture is kept under the id (`picture-store.store.ts`). */
  prepared: boolean;
  /** Where its bytes have arrived. */
  url: string | null;
  /** The name that it has for good at the server, where it has one. */
  slot: string | null;
}

const PREFIX = 'upload.';

/** The database of these pictures, by id: each with a small copy. */
export const UPLOADED_PICTURES_KEY = 'mural-pictures-upload';

export const isUploadEntry = (item: string): boolean => item.startsWith(PREFIX);

/** The pictures of this browser that are on their way, in the order in which they were chosen. */
export function uploadEntries(
  storage: EntryStorage,
  now: () => number = Date.now,
  prefix: string = PREFIX,
) {
  const table = keptTable<UploadEntry>({
    storage,
    prefix,
    keptMs: KEPT_MS.unsent,
    waits: true,
    now,
    sort: (a, b) => a.stamp - b.stamp || a.index - b.index,
  });
  return {
    ...table,
    has: (id: string): boolean => table.get(id) !== null,
    put: (entry: UploadEntry) => table.put(entry.id, entry),
  };
}

/** How many pictures would be gone with this browser's memory. */
export const countUploads = (storage: EntryStorage): number =>
  uploadEntries(storage)
    .all()
    .filter(({ prepared }) => prepared).length;

import { usableStorage } from '#browser/browser-storage.ts';
import { newKey } from '#browser/new-key.ts';
import { pictureStore } from './picture-store.store.ts';
import { UPLOADED_PICTURES_KEY, type UploadEntry, uploadEntries } from './upload-entries.store.ts';

/** Where a queue has its pictures until they have arrived. */
export interface UploadKeeper {
  /** The page that works on them. */
  run: string;
  all: () => UploadEntry[];
  has: (id: string) => boolean;
  put: (entry: UploadEntry) => void;
  /** Keeps a picture and its small copy; tells whether they outlive the page. */
  keep: (id: string, files: readonly Blob[]) => Promise<boolean>;
  read: (id: string) => Promise<Blob[]>;
  remove: (id: string) => void;
}

/** Where in a browser: the beginning of the items' keys, and the database of the pictures. */
interface Place {
  prefix?: string;
  database: string;
}

/** In this browser: a reload or a lost connection takes none of them. */
export function browserKeeper(place: Place = { database: UPLOADED_PICTURES_KEY }): UploadKeeper {
  const entries = uploadEntries(usableStorage('localStorage'), Date.now, place.prefix);
  const pictures = pictureStore(place.database);
  return {
    run: newKey(),
    ...entries,
    keep: async (id, files) => {
      await pictures.keep(id, files);
      return pictures.outlives(id);
    },
    read: pictures.read,
    remove: (id) => {
      entries.remove(id);
      void pictures.remove(id);
    },
  };
}

/** In the page: for pictures of what goes with the page, too. */
export function pageKeeper(): UploadKeeper {
  const pictures = new Map<string, readonly Blob[]>();
  const ids = new Set<string>();
  return {
    run: '',
    all: () => [],
    has: (id) => ids.has(id),
    put: ({ id }) => void ids.add(id),
    keep: async (id, files) => {
      pictures.set(id, files);
      return false;
    },
    read: async (id) => [...(pictures.get(id) ?? [])],
    remove: (id) => {
      ids.delete(id);
      pictures.delete(id);
    },
  };
}

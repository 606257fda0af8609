import { UNKEPT_EVENT } from '#browser/browser-storage.ts';
import { type Aged, KEPT_MS, keptOn } from '#browser/kept-table.ts';
import { ANSWER_MS, within } from '#lib/within.ts';

const STORE = 'pictures';
const TRIED = 'tried';

interface Kept extends Aged {
  files: (Blob | Bytes)[];
}

/** A file where the browser keeps none. */
interface Bytes {
  bytes: ArrayBuffer;
  type: string;
}

type Work<T> = (store: IDBObjectStore) => IDBRequest<T>;

/** What a browser without a database, or without room in it, keeps for the life of the page. */
const unkept = new Map<string, Blob[]>();

/**
 * Files by a name, in a database of this browser: a reload or a lost connection takes none of them. Like all that is
 * typed and not sent they go after a week.
 */
export function pictureStore(database: string, now: () => number = Date.now) {
  const latest = new Map<string, readonly Blob[]>();
  const inMemory = (name: string) => `${database} ${name}`;

  async function use<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T> {
    await takesFiles();
    return run(mode, work);
  }

  async function run<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T> {
    // Some browsers never answer; the files then stay in the page's memory.
    const db = await within(open(database), ANSWER_MS);
    try {
      const change = db.transaction(STORE, mode);
      const request = work(change.objectStore(STORE));
      const settled = new Promise<void>((done, fail) => {
        change.oncomplete = () => done();
        // It follows each error, which only then is known.
        change.onabort = () => fail(change.error);
      });
      await within(settled, ANSWER_MS);
      return request.result;
    } finally {
      // Signing out deletes the database, which waits until every tab has closed it.
      db.close();
    }
  }

  /**
   * WebKit's private windows refuse files, and what waits behind a refusal is never answered: one is tried before all
   * else, once a page.
   */
  let takes: Promise<boolean> | null = null;
  const takesFiles = () => {
    takes ??= run('readwrite', (store) => {
      store.put({ at: now(), files: [new Blob(['?'])] } satisfies Kept, TRIED);
      return store.delete(TRIED);
    }).then(
      () => true,
      (error) => error?.name !== 'UnknownError',
    );
    return takes;
  };

  async function keep(name: string, files: readonly Blob[]): Promise<void> {
    if (files.length === 0) return remove(name);
    latest.set(name, files);
    try {
      const taken = (await takesFiles()) ? [...files] : await Promise.all(files.map(bytesOf));
      const kept: Kept = { at: now(), files: taken };
      // Removed or kept anew meanwhile.
      if (latest.get(name) !== files) return;
      await use('readwrite', (store) => {
        dropOld(store, now());
        return store.put(kept, name);
      });
      unkept.delete(inMemory(name));
    } catch (error) {
      console.error(error);
      unkept.set(inMemory(name), [...files]);
      globalThis.dispatchEvent?.(new Event(UNKEPT_EVENT));
    } finally {
      if (latest.get(name) === files) latest.delete(name);
    }
  }

  async function remove(name: string): Promise<void> {
    latest.delete(name);
    unkept.delete(inMemory(name));
    await use('readwrite', (store) => store.delete(name)).catch(() => {});
  }

  return {
    keep,
    remove,
    /** Whether what is kept under a name outlives the page. */
    outlives: (name: string): boolean => !unkept.has(inMemory(name)),
    /** Those of a name, in their order; none where nothing is kept. */
    async read(name: string): Promise<Blob[]> {
      const memory = unkept.get(inMemory(name));
      if (memory) return memory;
      const kept: Kept | undefined = await use('readonly', (store) => store.get(name)).catch(
        () => undefined,
      );
      if (!kept) return [];
      const lasts = keptOn(kept, KEPT_MS.unsent, now());
      if (!lasts) await remove(name);
      else if (lasts !== kept)
        await use('readwrite', (store) => store.put(lasts, name)).catch(() => {});
      return lasts ? kept.files.map(fileOf) : [];
    },
  };
}

const bytesOf = async (file: Blob): Promise<Bytes> => ({
  bytes: await file.arrayBuffer(),
  type: file.type,
});

const fileOf = (kept: Blob | Bytes): Blob =>
  kept instanceof Blob ? kept : new Blob([kept.bytes], { type: kept.type });

/** Nobody may ever open the conversation again that something was kept for. */
function dropOld(store: IDBObjectStore, now: number): void {
  const old = store.index('at').openCursor(IDBKeyRange.upperBound(now - KEPT_MS.unsent));
  old.onsuccess = () => {
    const lasts = old.result && keptOn(old.result.value as Kept, KEPT_MS.unsent, now);
    if (lasts) old.result?.update(lasts);
    else old.result?.delete();
    old.result?.continue();
  };
}

function open(database: string): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE).createIndex('at', 'at');
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
    request.onblocked = () => fail(new Error('Another page has it open'));
  });
}

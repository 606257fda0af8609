import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '#browser/browser-storage.ts';
import { AppError } from '#data/app-error.ts';
import { uploadEntries } from '#features/pictures/queue/upload-entries.store.ts';
import type { UploadKeeper } from '#features/pictures/queue/upload-keeper.store.ts';
import {
  bindRequest,
  joinRequest,
  photosTakenIn,
  shownDrafts,
  takeIn,
  WALL_PHOTO_PREFIX,
  wallSets,
} from '#features/pictures/queue/wall-sets.store.ts';
import type { LeadPhotos } from './lead-photo.ts';

const LEAD = '3f2b8a10-0000-4000-8000-000000000001';
const FOLDER = `${LEAD}/${'a'.repeat(64)}`;

/** The storage service, and what becomes of one attempt to send. */
const server = {
  stored: new Map<string, string>(),
  folder: FOLDER as string | null,
  gone: false,
  attempts: [] as ('lost' | 'answer lost' | 'page left' | 'busy')[],
};
vi.mock('./lead-photos.api.ts', () => ({
  leadPhotos: async (): Promise<LeadPhotos> => {
    if (server.gone) throw new AppError({ code: 'link_refused', message: '', status: 404 });
    const photos = [...server.stored].map(([path, text]) => ({
      path,
      name: /(\w+)\.webp$/.exec(path)?.[1] ?? '',
      size: text.length,
      created_at: '',
      signed: false,
    }));
    return { lead: LEAD, folder: server.folder, photos };
  },
  removeLeadPhotos: async (paths: string[]) => {
    for (const path of paths) server.stored.delete(path);
  },
  sendLeadPhoto: async ({ path, file }: { path: string; file: File }) => {
    const fault = server.attempts.shift();
    if (fault === 'lost') throw new AppError({ code: 'network', message: '' });
    if (fault === 'busy') throw new AppError({ code: 'busy', message: '', status: 503 });
    if (server.gone || server.folder === null)
      throw new AppError({ code: 'unknown', message: '', status: 400 });
    const isNew = !server.stored.has(path);
    // Reading the file would take time that no clock of this test counts.
    if (isNew) server.stored.set(path, file.name.repeat(file.size));
    if (fault === 'page left') return new Promise<never>(() => {});
    if (fault === 'answer lost') throw new AppError({ code: 'network', message: '' });
    return isNew;
  },
}));

/** What outlives a page. */
const pictures = new Map<string, readonly Blob[]>();
vi.mock('#features/pictures/queue/upload-keeper.store.ts', () => ({
  browserKeeper: (): UploadKeeper => ({
    run: 'page',
    ...uploadEntries(localStorage, Date.now, WALL_PHOTO_PREFIX),
    keep: async (id, files) => {
      pictures.set(id, files);
      return true;
    },
    read: async (id) => [...(pictures.get(id) ?? [])],
    remove: (id) => {
      uploadEntries(localStorage, Date.now, WALL_PHOTO_PREFIX).remove(id);
      pictures.delete(id);
    },
  }),
}));
const { createWallQueue } = await import('./wall-queue.store.ts');

const told: (string | number)[] = [];
const tools = {
  refusalOf: async () => null,
  prepare: async (picture: File) => ({ picture, thumb: null }),
  onRest: (arrived: number) => void told.push(arrived),
  onProblem: (problem: string) => void told.push(problem),
};
const files = (names: string) => [...names].map((name, n) => new File([name.repeat(n + 1)], name));
const later = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

const pages: { stop: () => void }[] = [];
const leaveAll = () => {
  for (const page of pages.splice(0)) page.stop();
};

/** A page with the pictures of one set. */
function open() {
  const queue = createWallQueue('set', tools, () => {});
  queue.adopt(uploadEntries(localStorage, Date.now, WALL_PHOTO_PREFIX).all());
  pages.push(queue);
  return queue;
}
const chosen = (lead: string | null) =>
  wallSets(localStorage).put({
    id: 'set',
    key: null,
    lead,
    token: 't',
    at: Date.now(),
  });
const arrived = () => [...server.stored.values()].sort();

// A page opens its storage once.
const storage = memoryStorage();
beforeEach(() => {
  storage.clear();
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('navigator', { onLine: true });
  Object.assign(server, { stored: new Map(), folder: FOLDER, gone: false, attempts: [] });
  pictures.clear();
  told.length = 0;
});
afterEach(() => {
  leaveAll();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('photos of a wall', () => {
  it('wait for the request that the form is sent as, whatever page hears of it', async () => {
    chosen(null);
    shownDrafts.add('set');
    const queue = open();
    await queue.add(files('abc'));
    await later(60_000);
    expect(server.stored.size).toBe(0);
    joinRequest('key');
    await later(60_000);
    expect(server.stored.size).toBe(0);
    bindRequest('another', 'no', 'no');
    expect(wallSets(localStorage).get('set')?.lead).toBeNull();
    bindRequest('key', LEAD, 'token');
    queue.wake();
    await later();
    expect([...server.stored.keys()]).toEqual([0, 1, 2].map((n) => `${FOLDER}/${n}.webp`));
    expect(told).toEqual([3]);
    expect(pictures.size).toBe(0);
  });

  it('are taken in before their request joins them, however late their code comes', async () => {
    shownDrafts.add('set');
    let code = () => {};
    const loaded = new Promise<void>((done) => {
      code = done;
    });
    void takeIn(loaded.then(() => chosen(null)));
    const joined = photosTakenIn().then(() => joinRequest('key'));
    await later(10_000);
    code();
    await joined;
    expect(wallSets(localStorage).get('set')?.key).toBe('key');
  });

  it('are kept as they were chosen, and drawn after a page that was left before it could', async () => {
    chosen(LEAD);
    const first = createWallQueue(
      'set',
      { ...tools, prepare: () => new Promise(() => {}) },
      () => {},
    );
    await first.add(files('ab'));
    await later();
    first.stop();
    open();
    await later();
    expect(arrived()).toEqual(['a', 'bb']);
  });

  it('take the places that are free, and are no more than six', async () => {
    chosen(LEAD);
    for (const n of [0, 2, 3]) server.stored.set(`${FOLDER}/${n}.webp`, `there ${n}`);
    const queue = open();
    await queue.add(files('abcd'));
    await later();
    expect(server.stored.get(`${FOLDER}/1.webp`)).toBe('a');
    expect(server.stored.get(`${FOLDER}/4.webp`)).toBe('bb');
    expect(server.stored.get(`${FOLDER}/5.webp`)).toBe('ccc');
    expect(told).toContain('A request takes at most 6 photos');
    expect(queue.$state.get().items.map(({ name }) => name)).toEqual(['d']);
  });

  it('go to another place where another device was faster', async () => {
    chosen(LEAD);
    const queue = open();
    server.attempts = ['lost'];
    await queue.add(files('a'));
    await later();
    server.stored.set(`${FOLDER}/0.webp`, 'from another device');
    await later(60_000);
    expect(server.stored.get(`${FOLDER}/1.webp`)).toBe('a');
    expect(told).toEqual([1]);
  });

  it.each([
    ['the request is closed', () => (server.folder = null)],
    ['the request isn’t there anymore', () => (server.gone = true)],
  ])('are named once where %s, before or meanwhile', async (why, end) => {
    for (const meanwhile of [false, true]) {
      chosen(LEAD);
      told.length = 0;
      Object.assign(server, { folder: FOLDER, gone: false, attempts: ['lost', 'lost'] });
      if (!meanwhile) end();
      const queue = open();
      await queue.add(files('ab'));
      await later();
      end();
      await later(60_000);
      const sentences = told.filter((one) => typeof one === 'string');
      expect(sentences).toEqual([
        expect.stringMatching(`photos? of your wall w.+ not sent: ${why}`),
      ]);
      expect(queue.$state.get().items).toEqual([]);
      expect(pictures.size).toBe(0);
    }
  });

  it('arrive once each over any faults and pages that are left', async () => {
    const fault = fc.constantFrom('lost', 'answer lost', 'page left', 'busy', undefined);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fault, { maxLength: 14 }),
        fc.integer({ min: 1, max: 6 }),
        async (faults, count) => {
          localStorage.clear();
          pictures.clear();
          Object.assign(server, { stored: new Map(), attempts: [...faults] });
          chosen(LEAD);
          let page = open();
          const names = 'abcdef'.slice(0, count);
          await page.add(files(names));
          for (let visit = 0; visit < 20 && pictures.size > 0; visit++) {
            await later(120_000);
            // What hangs is left: the page is closed, and another one goes on.
            if (pictures.size === 0) continue;
            leaveAll();
            page = open();
          }
          await later(120_000);
          expect(page.$state.get().items.filter(({ state }) => state === 'failed')).toEqual([]);
          expect(arrived()).toEqual(files(names).map((_, n) => (names[n] ?? '').repeat(n + 1)));
          leaveAll();
        },
      ),
      { numRuns: 60 },
    );
  });
});

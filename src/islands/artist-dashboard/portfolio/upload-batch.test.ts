import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BatchDeps, runBatch, type UploadItem } from './upload-batch.ts';

const item = (id: string, url: string | null = null): UploadItem => ({
  id,
  file: new File(['x'], `${id}.png`, { type: 'image/png' }),
  state: 'waiting',
  progress: 0,
  url,
  problem: null,
});

function setUp(overrides: Partial<BatchDeps> = {}) {
  const items = new Map<string, Partial<UploadItem>>();
  const saved: string[][] = [];
  const deps: BatchDeps = {
    prepare: async ({ file }) => file,
    send: async ({ id }) => `/${id}`,
    save: async (urls) => void saved.push(urls),
    report: (id, change) => items.set(id, { ...items.get(id), ...change }),
    ...overrides,
  };
  return { deps, items, saved };
}

describe('runBatch', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('saves once, in the order of choice, however the sending ends', async () => {
    const delays: Record<string, number> = { a: 20, b: 1, c: 5, d: 0 };
    const { deps, saved, items } = setUp({
      send: ({ id }) => new Promise((done) => setTimeout(() => done(`/${id}`), delays[id])),
    });
    expect(
      await runBatch(
        [...'abcd'].map((id) => item(id)),
        deps,
      ),
    ).toEqual({
      added: [...'abcd'].map((id) => ({ name: `${id}.png`, url: `/${id}` })),
      failed: 0,
      problem: null,
    });
    expect(saved).toEqual([['/a', '/b', '/c', '/d']]);
    expect([...items.values()].map((i) => i.state)).toEqual(['sent', 'sent', 'sent', 'sent']);
  });

  it('keeps at most two pictures in memory', async () => {
    let now = 0;
    let most = 0;
    const { deps } = setUp({
      prepare: async ({ file }) => {
        most = Math.max(most, ++now);
        await new Promise((done) => setTimeout(done, 1));
        now--;
        return file;
      },
    });
    await runBatch(
      [...'abcdef'].map((id) => item(id)),
      deps,
    );
    expect(most).toBe(2);
  });

  it('leaves the others alone when one fails, and says which step it was', async () => {
    const { deps, saved, items } = setUp({
      prepare: async ({ file }) => {
        if (file.name === 'a.png') throw new Error('no image');
        return file;
      },
      send: async ({ id }) => {
        if (id === 'b') throw new Error('offline');
        return `/${id}`;
      },
    });
    expect(
      await runBatch(
        [...'abc'].map((id) => item(id)),
        deps,
      ),
    ).toMatchObject({ added: [{ url: '/c' }], failed: 2 });
    expect(saved).toEqual([['/c']]);
    expect(items.get('a')).toMatchObject({
      state: 'refused',
      problem: 'a.png cannot be read as a picture.',
    });
    expect(items.get('b')).toMatchObject({
      state: 'failed',
      problem: 'The upload did not get through.',
    });
    expect(items.get('c')).toMatchObject({ state: 'sent', url: '/c' });
  });

  it('saves nothing when nothing arrived', async () => {
    const { deps, saved } = setUp({ send: () => Promise.reject(new Error('offline')) });
    expect(await runBatch([item('a')], deps)).toEqual({
      added: [],
      failed: 1,
      problem: 'The upload did not get through.',
    });
    expect(saved).toEqual([]);
  });

  it('does not send again what has arrived and only could not be saved', async () => {
    const send = vi.fn(async ({ id }: UploadItem) => `/${id}`);
    const broken = setUp({ send, save: () => Promise.reject(new Error('offline')) });
    expect(await runBatch([item('a')], broken.deps)).toEqual({
      added: [],
      failed: 1,
      problem: 'Arrived, but could not be added.',
    });
    expect(broken.items.get('a')).toMatchObject({ state: 'failed', url: '/a' });
    const again = setUp({ send });
    expect(await runBatch([item('a', '/a')], again.deps)).toMatchObject({
      added: [{ url: '/a' }],
      failed: 0,
    });
    expect(send).toHaveBeenCalledTimes(1);
    expect(again.saved).toEqual([['/a']]);
  });
});

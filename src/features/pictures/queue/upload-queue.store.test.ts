import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '#browser/browser-storage.ts';
import { AppError } from '#data/app-error.ts';
import { withArrived } from '../upload-queue.ts';
import { type UploadEntry, uploadEntries } from './upload-entries.store.ts';
import type { UploadQueueOptions } from './upload-jobs.store.ts';
import type { UploadKeeper } from './upload-keeper.store.ts';
import { createUploadQueue } from './upload-queue.store.ts';

const NOW = 1_800_000_000_000;
const file = (name: string) => new File([name], name, { type: 'image/jpeg' });
const files = (names: string) => [...names].map(file);
const lost = () => new AppError({ code: 'network', message: 'No connection' });
const refused = (status: number) => new AppError({ code: 'no', message: 'No', status });

/** What outlives a page. */
function browser() {
  const storage = memoryStorage();
  const pictures = new Map<string, readonly Blob[]>();
  const entries = uploadEntries(storage, Date.now);
  const keeper = (run: string): UploadKeeper => ({
    run,
    ...entries,
    keep: async (id, blobs) => {
      pictures.set(id, blobs);
      return true;
    },
    read: async (id) => [...(pictures.get(id) ?? [])],
    remove: (id) => {
      entries.remove(id);
      pictures.delete(id);
    },
  });
  return { keeper, pictures, storage, entries };
}

/** A queue whose sending and saving are the test's, and a portfolio that outlives it. */
function setUp(over: Partial<UploadQueueOptions> = {}, device = browser(), list: string[] = []) {
  const sent: string[] = [];
  const told: (string | number)[] = [];
  const state = { online: true };
  const queue = createUploadQueue({
    user: 'u',
    keeper: device.keeper(over.keeper?.run ?? 'page 1'),
    refusalOf: async ({ name }) => (name === '!' ? '! is no picture' : null),
    prepare: async (source) => ({ picture: source, thumb: null }),
    send: async ({ stamp, index, picture }) => {
      sent.push(await picture.text());
      return `/${stamp}-${index}.webp`;
    },
    save: async (urls) => {
      list.splice(0, list.length, ...withArrived(list, urls, 5));
      return [...list];
    },
    listed: () => list,
    limit: 5,
    full: 'Full',
    onRest: (saved) => told.push(saved),
    onProblem: (problem) => told.push(problem),
    online: () => state.online,
    random: () => 1,
    ...over,
  });
  const states = () => queue.$state.get().items.map(({ name, state: at }) => `${name} ${at}`);
  const index = () => list.map((url) => Number(/-(\d+)\./.exec(url)?.[1]));
  return { queue, states, list, index, sent, told, device, state };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('an upload queue', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW });
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.stubGlobal('URL', { ...URL, createObjectURL: () => 'blob:x', revokeObjectURL: () => {} });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it('saves each picture as it arrives, in the order of choice, and says so once', async () => {
    const delays: Record<string, number> = { a: 50, b: 10, c: 20, d: 5 };
    const saves: number[] = [];
    const made = setUp({
      send: async ({ stamp, index, picture }) => {
        const ms = delays[await picture.text()];
        await new Promise((done) => setTimeout(done, ms));
        return `/${stamp}-${index}.webp`;
      },
    });
    made.queue.$state.listen(() => saves.push(made.list.length));
    await made.queue.add(files('abcd'));
    await vi.advanceTimersByTimeAsync(15);
    expect(made.index()).toEqual([1]);
    await vi.advanceTimersByTimeAsync(100);
    expect(made.index()).toEqual([0, 1, 2, 3]);
    expect(made.told).toEqual([4]);
    expect(made.states()).toEqual([]);
    expect(made.device.entries.all()).toEqual([]);
    expect(made.device.pictures.size).toBe(0);
  });

  it('keeps two choices in their order, whichever is judged and arrives first', async () => {
    const slower = (name: string) =>
      new Promise((done) => setTimeout(done, name === 'a' ? 50 : 10));
    const names = new Map<string, string>();
    const made = setUp({
      refusalOf: ({ name }) => slower(name).then(() => null),
      send: async ({ stamp, index, picture }) => {
        const [url, name] = [`/${stamp}-${index}.webp`, await picture.text()];
        names.set(url, name);
        await slower(name);
        return url;
      },
    });
    void made.queue.add(files('a'));
    void made.queue.add(files('b'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(made.list.map((url) => names.get(url))).toEqual(['a', 'b']);
  });

  it('prepares one at a time and sends two', async () => {
    const most = { preparing: 0, sending: 0 };
    const now = { preparing: 0, sending: 0 };
    const during = async (what: 'preparing' | 'sending', ms: number) => {
      most[what] = Math.max(most[what], ++now[what]);
      await new Promise((done) => setTimeout(done, ms));
      now[what]--;
    };
    const made = setUp({
      prepare: async (source) => {
        await during('preparing', 5);
        return { picture: source, thumb: null };
      },
      send: async ({ stamp, index }) => {
        await during('sending', 50);
        return `/${stamp}-${index}.webp`;
      },
    });
    await made.queue.add(files('abcde'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(most).toEqual({ preparing: 1, sending: 2 });
    expect(made.index()).toEqual([0, 1, 2, 3, 4]);
  });

  it('takes what there is room for, and names the rest before anything is sent', async () => {
    const made = setUp({}, browser(), ['/x', '/y', '/z']);
    const adding = made.queue.add(files('a!bcd'));
    await settle();
    await adding;
    await settle();
    expect(made.sent).toEqual(['a', 'b']);
    expect(made.told).toEqual(['! is no picture', 2]);
    expect(made.queue.$state.get().items.map(({ name, problem }) => [name, problem])).toEqual([
      ['!', '! is no picture'],
      ['c', 'Full'],
      ['d', 'Full'],
    ]);
    made.queue.remove(made.queue.$state.get().items.map(({ id }) => id));
    expect(made.states()).toEqual([]);
  });

  it('waits for the network and goes on by itself, longer each time, at once when it is back', async () => {
    let tries = 0;
    const made = setUp({
      send: async ({ stamp, index }) => {
        if (++tries <= 4) throw lost();
        return `/${stamp}-${index}.webp`;
      },
    });
    await made.queue.add(files('ab'));
    await settle();
    expect(made.queue.$state.get().pause).toBe('connection');
    expect(made.states()).toEqual(['a ready', 'b ready']);
    expect(tries).toBe(2);
    await vi.advanceTimersByTimeAsync(999);
    expect(tries).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(tries).toBe(4);
    await vi.advanceTimersByTimeAsync(1999);
    expect(tries).toBe(4);
    made.queue.wake();
    await settle();
    expect(made.index()).toEqual([0, 1]);
    expect(made.queue.$state.get().pause).toBeNull();
    expect(made.told).toEqual([2]);
  });

  it('names a refusal and does not ask again by itself', async () => {
    const send = vi.fn().mockRejectedValueOnce(refused(413)).mockResolvedValue('/1-0.webp');
    const made = setUp({ send });
    await made.queue.add([file('a')]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(send).toHaveBeenCalledTimes(1);
    expect(made.states()).toEqual(['a failed']);
    expect(made.told).toEqual(['The site refused it: it is too large.']);
    made.queue.retry(made.queue.$state.get().items.map(({ id }) => id));
    await settle();
    expect(made.list).toEqual(['/1-0.webp']);
  });

  it('does not send again what has arrived and only could not be saved', async () => {
    const save = vi.fn().mockRejectedValueOnce(lost()).mockRejectedValueOnce(refused(400));
    const made = setUp({ save: save.mockImplementation(async (urls) => urls) });
    await made.queue.add([file('a')]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(made.states()).toEqual(['a failed']);
    made.queue.retry(made.queue.$state.get().items.map(({ id }) => id));
    await settle();
    expect(made.told).toEqual(['Arrived, but wasn’t added.', 1]);
    expect(made.sent).toEqual(['a']);
  });

  it('goes on after a reload with what was prepared, and names what was not', async () => {
    const first = setUp({
      prepare: (source) =>
        source.name === 'c'
          ? new Promise(() => {})
          : Promise.resolve({ picture: source, thumb: null }),
    });
    first.state.online = false;
    await first.queue.add(files('abcd'));
    await settle();
    const again = setUp({}, first.device, first.list);
    again.queue.adopt(first.device.entries.all());
    await settle();
    expect(again.sent).toEqual(['a', 'b']);
    expect(again.index()).toEqual([0, 1]);
    expect(again.states()).toEqual(['c refused', 'd refused']);
    again.queue.remove(again.queue.$state.get().items.map(({ id }) => id));
    expect(first.device.entries.all()).toEqual([]);
  });

  it('owns what it has taken over, whatever it notes of it afterwards', async () => {
    const first = setUp({ send: () => new Promise(() => {}) });
    await first.queue.add([file('a')]);
    await settle();
    const again = setUp(
      { keeper: first.device.keeper('page 2'), save: () => new Promise(() => {}) },
      first.device,
    );
    again.queue.adopt(first.device.entries.all());
    await settle();
    expect(again.states()).toEqual(['a arrived']);
    expect(first.device.entries.all().map(({ run }) => run)).toEqual(['page 2']);
  });

  it('saves exactly once what had arrived when the page was left, wherever the answer went', async () => {
    for (const wasSaved of [false, true]) {
      const first = setUp({ save: () => new Promise(() => {}) });
      await first.queue.add([file('a')]);
      await settle();
      expect(first.states()).toEqual(['a arrived']);
      const url = first.device.entries.all()[0]?.url as string;
      const again = setUp({}, first.device, wasSaved ? [url] : []);
      again.queue.adopt(first.device.entries.all());
      await settle();
      expect(again.sent).toEqual([]);
      expect(again.list).toEqual([url]);
    }
  });

  it('sends anew, under a name of today, what may have been removed as nobody’s', async () => {
    const first = setUp({ save: () => new Promise(() => {}) });
    await first.queue.add(files('ab'));
    await settle();
    vi.setSystemTime(NOW + 31 * 60_000);
    const again = setUp({}, first.device);
    again.queue.adopt(first.device.entries.all());
    await settle();
    expect(again.sent).toEqual(['a', 'b']);
    expect(again.list).toEqual([0, 1].map((n) => `/${NOW + 31 * 60_000}-${n}.webp`));
  });

  it('ends an upload that is removed, and writes nothing after somebody has left', async () => {
    const signals: AbortSignal[] = [];
    const made = setUp({
      send: ({ signal }) => {
        signals.push(signal);
        return new Promise((_done, fail) => signal.addEventListener('abort', () => fail(lost())));
      },
    });
    await made.queue.add(files('ab'));
    await settle();
    made.queue.remove([made.queue.$state.get().items[0]?.id ?? '']);
    await settle();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(made.states()).toEqual(['b sending']);
    made.device.storage.clear();
    made.queue.stop();
    await settle();
    expect(made.states()).toEqual([]);
    expect(made.device.storage.length).toBe(0);
  });

  it('says of a picture for which another device took the last place that there is none', async () => {
    const made = setUp({ save: async () => ['/1', '/2', '/3', '/4', '/5'] });
    await made.queue.add([file('a')]);
    await settle();
    expect(made.told).toEqual(['Full']);
    expect(made.states()).toEqual(['a refused']);
  });
});

it('keeps entries no longer than what is typed, but for a last try', () => {
  const storage = memoryStorage();
  let now = NOW;
  const entries = uploadEntries(storage, () => now);
  entries.put({ id: 'x', at: NOW, stamp: NOW, index: 0 } as UploadEntry);
  expect(entries.has('x')).toBe(true);
  now += 8 * 24 * 3_600_000;
  expect(entries.all()).toHaveLength(1);
  now += 600_000;
  expect(entries.all()).toEqual([]);
  expect(storage.length).toBe(0);
});

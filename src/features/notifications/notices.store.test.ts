import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '#browser/browser-storage.ts';
import type { News, Notice } from './notices.ts';

const server = vi.hoisted(() => ({
  news: { unread: 0, newest: null } as News,
  notices: [] as Notice[],
  marked: [] as (readonly string[] | null)[],
  /** Holds answers back while it is set. */
  gate: null as Promise<void> | null,
}));
vi.mock('./notices.api.ts', () => ({
  readNews: async () => {
    const answer = server.news;
    await server.gate;
    return answer;
  },
  readNotices: async () => server.notices,
  markNoticesRead: async (ids: readonly string[] | null) => void server.marked.push(ids),
  markRequestRead: async () => {},
}));
const { $bell, BELL_ACTIONS, DASHBOARD_MS, followNews, onNews } = await import(
  './notices.store.ts'
);
const { erasePersonal } = await import('#browser/personal.ts');

const notice = (id: string): Notice => ({
  id,
  kind: 'lead_received',
  lead_id: null,
  created_at: '2026-03-08T13:00:00Z',
  read: false,
});
const pass = (ms = DASHBOARD_MS) => vi.advanceTimersByTimeAsync(ms);
const bring = (...ids: string[]) => {
  server.notices = ids.map(notice);
  server.news = { unread: ids.length, newest: ids[0] ?? null };
};

let stop: () => void;
beforeEach(async () => {
  vi.useFakeTimers();
  const page = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, page[name].bind(page));
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { title: 'Leads | Muro', hidden: false, cookie: '' }),
  );
  vi.stubGlobal('navigator', { onLine: true });
  for (const area of ['localStorage', 'sessionStorage']) vi.stubGlobal(area, memoryStorage());
  server.marked = [];
  bring();
  stop = followNews(DASHBOARD_MS);
  await pass(0);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the news of an open page', () => {
  it('count in its title, and no more once they are read or the page is left', async () => {
    expect(document.title).toBe('Leads | Muro');
    bring('b', 'a');
    await pass();
    expect(document.title).toBe('(2) Leads | Muro');
    server.news = { unread: 100, newest: 'b' };
    await pass();
    expect(document.title).toBe('(99+) Leads | Muro');
    stop();
    expect(document.title).toBe('Leads | Muro');
  });

  it('are told when something came, and not when something was read elsewhere', async () => {
    const came = vi.fn();
    const leave = onNews(came);
    await pass();
    expect(came).not.toHaveBeenCalled();
    bring('a');
    await pass();
    expect(came).toHaveBeenCalledTimes(1);
    server.news = { unread: 0, newest: 'a' };
    await pass();
    expect($bell.get().unread).toBe(0);
    expect(came).toHaveBeenCalledTimes(1);
    leave();
  });

  it('bring the list along that is shown, and load none that is not', async () => {
    bring('a');
    await pass();
    expect($bell.get().notices).toBeNull();
    BELL_ACTIONS.onOpen();
    await pass(0);
    expect($bell.get().notices?.map(({ id }) => id)).toEqual(['a']);
    bring('b', 'a');
    await pass();
    expect($bell.get().notices?.map(({ id }) => id)).toEqual(['b', 'a']);
  });

  it('are read on the screen at once, and not unread again by an older answer', async () => {
    bring('b', 'a');
    await pass();
    BELL_ACTIONS.onOpen();
    await pass(0);
    let open = () => {};
    server.gate = new Promise((done) => {
      open = done;
    });
    // Something else came: this answer would be news, were it not older than what is done now.
    server.news = { unread: 3, newest: 'c' };
    await pass();
    const done = BELL_ACTIONS.onRead(['b']);
    expect($bell.get()).toMatchObject({ unread: 1, notices: [{ read: true }, { read: false }] });
    await done;
    server.gate = null;
    server.news = { unread: 1, newest: 'b' };
    open();
    await pass(0);
    expect($bell.get().unread).toBe(1);
    await BELL_ACTIONS.onRead(null);
    expect($bell.get().unread).toBe(0);
    expect(server.marked).toEqual([['b'], null]);
  });

  it('are forgotten with whom they are for', async () => {
    bring('a');
    await pass();
    BELL_ACTIONS.onOpen();
    await pass(0);
    erasePersonal();
    expect($bell.get()).toMatchObject({ unread: 0, notices: null });
    expect(document.title).toBe('Leads | Muro');
    await pass(600_000);
    expect($bell.get().unread).toBe(0);
  });
});

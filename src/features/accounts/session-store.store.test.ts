import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#data/app-error.ts';
import type { Role } from '#lib/options.ts';
import type { Account, SessionNews } from './auth.api.ts';
import { createSessionStore, type SessionDeps } from './session-store.store.ts';

const ada: Account = {
  id: 'a',
  email: 'ada@example.com',
  name: 'Ada',
  givenName: 'Ada',
  newEmail: null,
  language: 'en',
  phone: '',
};
const bob: Account = {
  id: 'b',
  email: 'bob@example.com',
  name: 'Bob',
  givenName: 'Bob',
  newEmail: null,
  language: 'en',
  phone: '',
};
const later = () => new Promise<void>((done) => setTimeout(done, 0));

function setUp(overrides: Partial<SessionDeps> = {}) {
  const remembered: (Role | null)[] = [];
  const watchers: ((news: SessionNews) => void)[] = [];
  const ends: string[] = [];
  const store = createSessionStore({
    hasSession: () => true,
    watch: async (report) => {
      watchers.push(report);
      return () => {};
    },
    loadRole: async () => 'artist',
    ended: () => ends.push('ended'),
    rememberRole: (role) => remembered.push(role),
    forget: async () => {},
    ...overrides,
  });
  return {
    store,
    remembered,
    ends,
    watchers,
    tell: (news: SessionNews) => watchers.at(-1)?.(news),
  };
}

describe('session store', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('loads nothing for a visitor and forgets an old role', async () => {
    const { store, remembered, watchers } = setUp({ hasSession: () => false });
    await store.start();
    expect(store.$session.get()).toEqual({ status: 'out' });
    expect(remembered).toEqual([null]);
    expect(watchers).toHaveLength(0);
  });

  it('watches once however often it is started', async () => {
    const { store, watchers } = setUp();
    await Promise.all([store.start(), store.start()]);
    await store.start();
    expect(watchers).toHaveLength(1);
  });

  it('is signed in once the role is known, and remembers it', async () => {
    const { store, remembered, tell } = setUp();
    await store.start();
    tell({ kind: 'in', account: ada });
    expect(store.$session.get()).toEqual({ status: 'loading' });
    await later();
    expect(store.$session.get()).toEqual({ status: 'in', account: ada, role: 'artist' });
    expect(remembered).toEqual(['artist']);
  });

  it('says that a session has ended, and not a sign-out of this page or no session at all', async () => {
    const { store, ends, remembered, tell } = setUp();
    await store.start();
    tell({ kind: 'in', account: ada });
    await later();
    tell({ kind: 'out' });
    tell({ kind: 'out' });
    expect(ends).toHaveLength(1);
    expect(remembered.slice(0, 2)).toEqual(['artist', null]);
    tell({ kind: 'in', account: ada });
    await later();
    store.beginRedirect();
    tell({ kind: 'out' });
    expect(ends).toHaveLength(1);
  });

  it('does not read the role again because the session has a new token', async () => {
    let asked = 0;
    const { store, tell } = setUp({
      loadRole: async () => {
        asked++;
        return 'artist';
      },
    });
    await store.start();
    tell({ kind: 'in', account: ada });
    await later();
    for (let n = 0; n < 50; n++) tell({ kind: 'in', account: ada, renewed: true });
    await later();
    expect([asked, store.$session.get()]).toEqual([
      1,
      { status: 'in', account: ada, role: 'artist' },
    ]);
  });

  it('ignores a role that arrives after a sign-out or for a former account', async () => {
    const pending = new Map<string, (role: Role) => void>();
    const { store, remembered, tell } = setUp({
      loadRole: (id) => new Promise((done) => pending.set(id, done)),
    });
    await store.start();
    tell({ kind: 'in', account: ada });
    tell({ kind: 'in', account: bob });
    pending.get('b')?.('client');
    await later();
    pending.get('a')?.('admin');
    await later();
    expect(store.$session.get()).toEqual({ status: 'in', account: bob, role: 'client' });
    expect(remembered).toEqual(['client']);
  });

  it('keeps the known role when reading it again fails, and is unreachable when it never was known', async () => {
    let fail = true;
    const { store, tell } = setUp({
      loadRole: async () => {
        if (fail) throw new Error('offline');
        return 'client';
      },
    });
    await store.start();
    tell({ kind: 'in', account: ada });
    await later();
    expect(store.$session.get()).toEqual({ status: 'unreachable' });
    fail = false;
    await store.retry();
    tell({ kind: 'in', account: ada });
    await later();
    fail = true;
    tell({ kind: 'in', account: { ...ada, name: 'Ada L.' } });
    await later();
    expect(store.$session.get()).toMatchObject({
      status: 'in',
      role: 'client',
      account: { name: 'Ada L.' },
    });
  });

  it('stays signed in while a refresh cannot reach the service', async () => {
    const { store, tell } = setUp();
    await store.start();
    tell({ kind: 'in', account: ada });
    await later();
    tell({ kind: 'unreachable' });
    expect(store.$session.get().status).toBe('in');
  });

  it('forgets a session that the service no longer knows, instead of asking to try again', async () => {
    const refused = { code: 'PGRST301', message: 'Session not found', status: 401 };
    const { store, tell } = setUp({
      loadRole: () => Promise.reject(new AppError(refused)),
      forget: async () => tell({ kind: 'out' }),
    });
    await store.start();
    tell({ kind: 'in', account: ada });
    await later();
    expect(store.$session.get()).toEqual({ status: 'out' });
  });

  it('is unreachable when the library cannot be loaded, and can be tried again', async () => {
    let broken = true;
    const { store } = setUp({
      watch: async (report) => {
        if (broken) throw new Error('no chunk');
        report({ kind: 'out' });
        return () => {};
      },
    });
    await store.start();
    expect(store.$session.get()).toEqual({ status: 'unreachable' });
    broken = false;
    await store.retry();
    expect(store.$session.get()).toEqual({ status: 'out' });
  });

  it('follows the other tabs: signed out there is signed out here, signed in there is watched here', async () => {
    const { store, watchers, tell } = setUp({ hasSession: () => false });
    await store.start();
    store.storageChanged(true);
    await later();
    expect(watchers).toHaveLength(1);
    tell({ kind: 'in', account: ada });
    await later();
    store.storageChanged(false);
    expect(store.$session.get()).toEqual({ status: 'out' });
  });

  it('tells of a sign-out once, however often it hears of it', async () => {
    const { store, tell } = setUp();
    await store.start();
    let told = 0;
    store.$session.listen(() => told++);
    tell({ kind: 'out' });
    store.storageChanged(false);
    expect(told).toBe(1);
  });

  it('lets nothing happen to a page that is redirecting', async () => {
    const { store, tell } = setUp();
    await store.start();
    tell({ kind: 'in', account: ada });
    await later();
    const stay = store.beginRedirect();
    tell({ kind: 'out' });
    expect(store.$session.get()).toEqual({ status: 'redirecting' });
    stay();
    expect(store.$session.get()).toMatchObject({ status: 'in', account: ada });
  });
});

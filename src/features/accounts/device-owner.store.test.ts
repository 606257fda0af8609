import { atom } from 'nanostores';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keysOf, memoryStorage } from '#browser/browser-storage.ts';
import type { SessionState } from './session-store.store.ts';

const page = new EventTarget();
beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('localStorage', memoryStorage());
  vi.stubGlobal('sessionStorage', memoryStorage());
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, page[name].bind(page));
});
afterEach(() => vi.unstubAllGlobals());

const signedIn = (id: string): SessionState => ({
  status: 'in',
  account: {
    id,
    email: `${id}@example.com`,
    name: id,
    givenName: id,
    newEmail: null,
    language: 'en',
    phone: '',
  },
  role: 'client',
});

/** A page in this browser, opened with somebody's session or with none. */
async function open(id: string | null) {
  if (id) localStorage.setItem('mural-auth', JSON.stringify({ access_token: 't', user: { id } }));
  const $session = atom<SessionState>({ status: 'loading' });
  const { deviceOwner } = await import('./device-owner.store.ts');
  return { $session, owner: deviceOwner($session), personal: await import('#browser/personal.ts') };
}
const typed = () => localStorage.setItem('quote.draft', 'Rosa');

it('erases when the server has ended the session', async () => {
  const { $session, owner } = await open('ada');
  $session.set(signedIn('ada'));
  typed();
  owner.sessionEnded();
  expect(localStorage.getItem('quote.draft')).toBeNull();
  const { lastSignOut } = await import('#browser/personal.ts');
  expect(lastSignOut()).not.toBeNull();
});

it('erases on the next page when this one is left before it could', async () => {
  const { $session } = await open('ada');
  $session.set(signedIn('ada'));
  typed();
  localStorage.removeItem('mural-auth');
  vi.resetModules();
  const { owner } = await open(null);
  owner.sessionEnded();
  expect(localStorage.length).toBe(0);
});

it('erases where the session went before this page could watch it', async () => {
  const { owner } = await open(null);
  typed();
  owner.sessionEnded();
  expect(localStorage.getItem('quote.draft')).toBe('Rosa');
  owner.sessionEnded(true);
  expect(localStorage.getItem('quote.draft')).toBeNull();
});

it('spares what is on its way, which nobody can be asked about', async () => {
  const { $session, owner } = await open('ada');
  $session.set(signedIn('ada'));
  typed();
  localStorage.setItem('quote.outbox.k', '{}');
  localStorage.setItem('quote.sending', '1');
  localStorage.setItem('message.outbox.k', '{}');
  localStorage.setItem('message.draft.lead.artist', '{}');
  const at = Date.now();
  for (const [id, key] of [
    ['joined', 'k'],
    ['typed', null],
  ]) {
    const set = { id, kind: 'photos', key, lead: null, token: null, at };
    localStorage.setItem(`wall.set.${id}`, JSON.stringify(set));
    localStorage.setItem(`wall.photo.${id}-0`, JSON.stringify({ id: `${id}-0`, user: id, at }));
  }
  owner.sessionEnded();
  expect(localStorage.getItem('quote.draft')).toBeNull();
  expect(localStorage.getItem('message.draft.lead.artist')).toBeNull();
  expect(localStorage.getItem('quote.outbox.k')).toBe('{}');
  expect(localStorage.getItem('message.outbox.k')).toBe('{}');
  expect(
    keysOf(localStorage)
      .filter((key) => key.startsWith('wall.'))
      .sort(),
  ).toEqual(['wall.photo.joined-0', 'wall.set.joined']);
});

it('leaves it to the tab in which somebody has signed out', async () => {
  const { $session, owner, personal } = await open('ada');
  $session.set(signedIn('ada'));
  typed();
  personal.markSignOut();
  owner.sessionEnded();
  expect(localStorage.getItem('quote.draft')).toBe('Rosa');
});

it('keeps what a visitor typed, also when a bad link or a failed sign-in says that nobody is there', async () => {
  const { owner } = await open(null);
  typed();
  owner.sessionEnded();
  expect(localStorage.getItem('quote.draft')).toBe('Rosa');
});

it('keeps what a visitor typed before signing in', async () => {
  const { $session } = await open(null);
  typed();
  $session.set(signedIn('ada'));
  expect(localStorage.getItem('quote.draft')).toBe('Rosa');
});

it('erases when another account takes the place, and keeps its session', async () => {
  const { $session } = await open('ada');
  typed();
  $session.set(signedIn('bob'));
  expect(localStorage.getItem('quote.draft')).toBeNull();
  expect(localStorage.getItem('mural-auth')).not.toBeNull();
});

it('takes nothing from the next person after a sign-out in another tab', async () => {
  const { $session, owner, personal } = await open('ada');
  $session.set(signedIn('ada'));
  personal.markSignOut();
  owner.sessionEnded();
  $session.set({ status: 'out' });
  typed();
  $session.set(signedIn('bob'));
  expect(localStorage.getItem('quote.draft')).toBe('Rosa');
});

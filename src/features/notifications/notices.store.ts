import { atom, computed } from 'nanostores';
import { onSignOut } from '#browser/personal.ts';
import { createPoller, onWake } from '#browser/poller.ts';
import { countText } from './count-text.ts';
import {
  markNoticesRead,
  markRequestRead as markRequest,
  readNews,
  readNotices,
} from './notices.api.ts';
import type { News, Notice } from './notices.ts';

/** How often an open dashboard asks whether there is anything new. */
export const DASHBOARD_MS = 4000;

/** Another page of a person who is signed in. */
export const PAGE_MS = 60_000;

const NOTHING: News = { unread: 0, newest: null };

/** What is new for the person; null until it is known. */
const news = atom<News | null>(null);
const list = atom<Notice[] | null>(null);

/** Whether the list could not be loaded. */
const failed = atom(false);

/** What the bell shows; its list is null until it was asked for. */
export const $bell = computed([news, list, failed], (now, notices, failed) => ({
  unread: now?.unread ?? 0,
  notices,
  failed,
}));

let wake = () => {};

/** Counts what was marked as read here, when it is begun and when it has ended. */
let edits = 0;

/** Keeps the news up to date while the page is seen, and their number in its title; gives what ends that. */
export function followNews(everyMs: number): () => void {
  const poller = createPoller({ ask, awake: () => !document.hidden && navigator.onLine, everyMs });
  wake = poller.wake;
  const stopWaking = onWake(poller.wake);
  const stopTitle = news.subscribe((now) => countInTitle(now?.unread ?? 0));
  const forget = () => {
    poller.stop();
    news.set(null);
    list.set(null);
  };
  const stopForgetting = onSignOut(forget);
  wake();
  return () => {
    stopWaking();
    stopForgetting();
    forget();
    stopTitle();
  };
}

async function ask(): Promise<void> {
  const asked = edits;
  const next = await readNews();
  // Asked before something was read here: older than what is on the screen.
  if (asked !== edits) return;
  const before = news.get();
  if (before && before.unread === next.unread && before.newest === next.newest) return;
  news.set(next);
  // The list is on the screen, or will be again: it follows.
  if (list.get()) list.set(await readNotices());
}

/** '(2) Leads | Muro'. */
function countInTitle(unread: number): void {
  const bare = document.title.replace(/^\(\d+\+?\) /, '');
  document.title = unread > 0 ? `(${countText(unread)}) ${bare}` : bare;
}

/** What can be done at the bell. */
export const BELL_ACTIONS = { onOpen: () => void loadNotices(), onRead: markRead };

async function loadNotices(): Promise<void> {
  try {
    list.set(await readNotices());
    failed.set(false);
  } catch (error) {
    console.error(error);
    failed.set(true);
  }
}

/** Marks notices as read, on the screen at once; all of them without ids. */
async function markRead(ids: readonly string[] | null): Promise<void> {
  edits++;
  const unread = (list.get() ?? []).filter(
    (notice) => !notice.read && (!ids || ids.includes(notice.id)),
  );
  const now = news.get() ?? NOTHING;
  news.set({ ...now, unread: ids ? Math.max(0, now.unread - unread.length) : 0 });
  list.set(
    (list.get() ?? []).map((notice) =>
      unread.includes(notice) ? { ...notice, read: true } : notice,
    ),
  );
  await markNoticesRead(ids).catch(console.error);
  edits++;
  // As the database has it, whether or not it was noted.
  wake();
}

/** Notes that the person looks at a request; its notifications are read. Not worth a word if it fails. */
export function lookedAt(leadId: string): void {
  if (news.get()?.unread === 0) return;
  markRequest(leadId).then(() => wake(), console.error);
}

/** Calls when something came since the page was opened. */
export function onNews(came: () => void): () => void {
  return news.listen((now, before) => {
    if (now && before && now.newest !== before.newest) came();
  });
}

import { type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { cx } from '#ui/cx.ts';
import { addPopovers } from '#ui/overlays/popovers.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { When } from '#ui/When.tsx';
import { countText } from './count-text.ts';
import { type NoticeGroup, noticeGroups } from './notice-path.ts';
import { type Notice, noticeTitle } from './notices.ts';

export interface BellProps {
  unread: number;
  /** Null until they are loaded. */
  notices: readonly Notice[] | null;
  failed: boolean;
  onOpen: () => void;
  /** Marks these as read, or all; resolves also when that failed. */
  onRead: (ids: readonly string[] | null) => Promise<void>;
}

/** In pixels, as the classes of the list have it. */
const WIDTH = 384;
const EDGE = 8;

/** What is new for the person: a bell with a number, and a short list under it. */
export function NoticeBell({ unread, notices, failed, onOpen, onRead }: BellProps) {
  const id = useId();
  const [place, setPlace] = useState({ top: 0, right: 0 });
  const button = useRef<HTMLButtonElement>(null);
  useEffect(addPopovers, []);
  const open = () => {
    const box = button.current?.getBoundingClientRect();
    const room = document.documentElement.clientWidth;
    // Under the bell, and on the screen as a whole.
    const most = Math.max(EDGE, room - WIDTH - EDGE);
    if (box) setPlace({ top: box.bottom + 6, right: Math.min(room - box.right, most) });
    onOpen();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={unread > 0 ? `Notices, ${countText(unread)} new` : 'Notices'}
        className="relative grid size-11 shrink-0 cursor-pointer place-items-center rounded-control text-ink-2 hover:bg-line/50 hover:text-ink"
      >
        <Bell />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-0.5 right-0.5 min-w-5 rounded-full bg-brand px-1 text-center font-bold text-brand-ink text-xs leading-5 tabular-nums"
          >
            {countText(unread)}
          </span>
        )}
      </button>
      <section
        id={id}
        popover="auto"
        aria-label="Notices"
        onToggle={(event) => event.newState === 'open' && open()}
        style={place}
        className="inset-auto m-0 max-h-[min(32rem,80dvh)] w-[min(24rem,100vw-1rem)] overflow-y-auto overscroll-contain rounded-card border border-line bg-paper-2 p-2 text-ink shadow-lift"
      >
        <div className="flex items-center justify-between gap-3 px-3 py-2">
          <h2 className="font-display text-lg">Notices</h2>
          {unread > 0 && (
            <button
              type="button"
              onClick={() => void onRead(null)}
              className="min-h-6 cursor-pointer font-semibold text-sm underline underline-offset-2"
            >
              Mark All as Read
            </button>
          )}
        </div>
        <NoticeList notices={notices} failed={failed} onRead={onRead} onRetry={onOpen} />
      </section>
    </>
  );
}

interface ListProps extends Pick<BellProps, 'notices' | 'failed' | 'onRead'> {
  onRetry: () => void;
}

function NoticeList({ notices, failed, onRead, onRetry }: ListProps) {
  if (failed && !notices) {
    return (
      <p key="failed" role="status" className="px-3 py-6 text-center text-ink-2">
        Your notices didn’t load.{' '}
        <button type="button" onClick={onRetry} className="cursor-pointer underline">
          Try Again
        </button>
      </p>
    );
  }
  if (!notices) {
    return (
      <div className="grid place-items-center py-8">
        <Spinner />
      </div>
    );
  }
  if (notices.length === 0) {
    return (
      <p role="status" className="px-3 py-6 text-center text-ink-2">
        Nothing new yet.
      </p>
    );
  }
  return (
    <ul>
      {noticeGroups(notices).map((group) => (
        <li key={group.newest.id}>
          <NoticeLink {...group} onRead={onRead} />
        </li>
      ))}
    </ul>
  );
}

function NoticeLink({ path, newest, unread, onRead }: NoticeGroup & Pick<BellProps, 'onRead'>) {
  const isRead = unread.length === 0;
  const follow = async (event: MouseEvent) => {
    if (isRead) return;
    // In a tab of its own this page stays, and so does what it has asked for.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return void onRead(unread);
    event.preventDefault();
    await Promise.race([onRead(unread), new Promise((done) => setTimeout(done, 1000))]);
    location.assign(path);
  };
  return (
    <a
      href={path}
      onClick={follow}
      className={cx(
        'grid grid-cols-[0.625rem_1fr] gap-x-3 rounded-control px-3 py-2.5 text-ink no-underline hover:bg-paper',
        !isRead && 'font-semibold',
      )}
    >
      <span className={cx('mt-2 size-2.5 rounded-full', isRead ? 'bg-transparent' : 'bg-brand')} />
      <span className="wrap-anywhere">
        {!isRead && <span className="sr-only">New: </span>}
        <span>{noticeTitle(newest)}</span>
        <span className="block font-normal text-ink-2 text-sm">
          {unread.length > 1 && <span>{`${unread.length} new · `}</span>}
          <When iso={newest.created_at} />
        </span>
      </span>
    </a>
  );
}

function Bell() {
  return (
    <svg
      aria-hidden="true"
      className="size-6"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M6 16V10.5a6 6 0 0 1 12 0V16l1.5 2h-15L6 16ZM10 20.5a2.2 2.2 0 0 0 4 0" />
    </svg>
  );
}

import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { type DashboardTab, dashboardMenu } from '#config/dashboard.ts';
import type { Role } from '#domain/options.ts';
import {
  $news,
  $notices,
  DASHBOARD_MS,
  followNews,
  loadNotices,
  markRead,
} from '#stores/notices.ts';
import { NoticeBell } from '#ui/notices/NoticeBell.tsx';

/** The bell of every page for who is signed in. */
export function News() {
  const unread = useStore($news)?.unread ?? 0;
  const notices = useStore($notices);
  const [failed, setFailed] = useState(false);
  const open = () => {
    setFailed(false);
    loadNotices().catch((error) => {
      console.error(error);
      setFailed(true);
    });
  };
  return (
    <NoticeBell
      unread={unread}
      notices={notices}
      failed={failed}
      onOpen={open}
      onRead={(ids) => markRead(ids).catch(console.error)}
    />
  );
}

/** What the frame of a dashboard shows of the news; they are followed while the person is `here`. */
export function useShellNews<R extends Role>(role: R, tab: DashboardTab<R>, here: boolean) {
  useEffect(() => (here ? followNews(DASHBOARD_MS) : undefined), [here]);
  const unread = useStore($news)?.unread ?? 0;
  return { menu: dashboardMenu(role, tab, unread), bell: <News /> };
}

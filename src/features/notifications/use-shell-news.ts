import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { type DashboardTab, dashboardMenu } from '#config/dashboard-tabs.ts';
import type { Role } from '#lib/options.ts';
import { $bell, BELL_ACTIONS, DASHBOARD_MS, followNews } from './notices.store.ts';

/**
 * What the frame of a dashboard shows of the news; they are followed while the person is `here`. The menu counts them,
 * or what `needs` the person.
 */
export function useShellNews<R extends Role>(
  role: R,
  tab: DashboardTab<R>,
  here: boolean,
  needs?: number,
) {
  useEffect(() => (here ? followNews(DASHBOARD_MS) : undefined), [here]);
  const bell = useStore($bell);
  return {
    menu: dashboardMenu(role, tab, needs ?? bell.unread),
    bell: { ...bell, ...BELL_ACTIONS },
  };
}

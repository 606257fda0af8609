import type { Role } from '#lib/options.ts';
import { OPEN_LEAD, OPEN_REQUEST, paths } from './paths.ts';

/** The tabs of each role's dashboard in menu order; the first is what /dashboard/{role} shows (section 2). */
export const DASHBOARD_TABS = {
  artist: ['today', 'profile', 'leads', 'portfolio', 'murals', 'settings', 'setup'],
  client: ['quotes', 'profile'],
  admin: [
    'overview',
    'users',
    'artists',
    'clients',
    'leads',
    'murals',
    'reviews',
    'reports',
    'cities',
    'mails',
    'newsletter',
    'publishing',
    'audit',
    'settings',
  ],
} as const satisfies Record<Role, readonly string[]>;

export type DashboardTab<R extends Role> = (typeof DASHBOARD_TABS)[R][number];

/** Where a tab was once, for links that were kept: it is the beginning of the first one now. */
export const FORMER_TABS: Partial<Record<Role, readonly string[]>> = { admin: ['needs-you'] };

/** Tabs that stand in no menu: what leads there is on the others, as long as it is needed. */
const OFF_MENU: readonly string[] = ['setup'];

const LABELS: Record<string, string> = {
  quotes: 'My Quotes',
  audit: 'Audit Trail',
  mails: 'Email Log',
  setup: 'Welcome',
};

/** 'overview' is 'Overview'. */
export function tabLabel(tab: string): string {
  return LABELS[tab] ?? tab.charAt(0).toUpperCase() + tab.slice(1);
}

interface MenuLink {
  /** Also names the link's icon. */
  tab: string;
  label: string;
  href: string;
  current: boolean;
  /** How much is new there. */
  count?: number;
}

interface MenuGroup {
  title: string;
  links: MenuLink[];
}

/**
 * The sidebar of a role: 'Main Site' with Home, and 'Dashboard' with the role's tabs, the open one marked (section 2),
 * with how much is new for the person.
 */
export function dashboardMenu<R extends Role>(
  role: R,
  current: DashboardTab<R>,
  unread = 0,
): MenuGroup[] {
  const tabs = DASHBOARD_TABS[role].filter((tab) => !OFF_MENU.includes(tab));
  const links = tabs.map((tab) => ({
    tab,
    label: tabLabel(tab),
    href: paths.dashboard(role, tab),
    current: tab === current,
    ...(unread > 0 && tab === COUNT_TAB[role] && { count: unread }),
  }));
  const home = { tab: 'home', label: 'Home', href: paths.home, current: false };
  return [
    { title: 'Main Site', links: [home] },
    { title: 'Dashboard', links },
  ];
}

/** The tab of each role that shows what most notices are about. */
export const NEWS_TAB = { artist: 'leads', client: 'quotes', admin: 'leads' } as const;
/** The tab at which the number of unread ones stands: an admin's are about claims, reports and mails as well. */
const COUNT_TAB = { ...NEWS_TAB, admin: 'overview' } as const;

/** What opens one row of the tab. */
export const OPEN_PARAM = { artist: OPEN_LEAD, client: OPEN_REQUEST } as const;

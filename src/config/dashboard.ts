import type { Role } from '#domain/options.ts';
import { paths } from './paths.ts';

/** The tabs of each role's dashboard in menu order; the first is what /dashboard/{role} shows (section 2). */
export const DASHBOARD_TABS = {
  artist: ['profile', 'leads', 'portfolio', 'settings'],
  client: ['quotes', 'profile'],
  admin: [
    'overview',
    'users',
    'artists',
    'clients',
    'leads',
    'cities',
    'publishing',
    'audit',
    'settings',
  ],
} as const satisfies Record<Role, readonly string[]>;

export type DashboardTab<R extends Role> = (typeof DASHBOARD_TABS)[R][number];

const LABELS: Record<string, string> = { quotes: 'My Quotes', audit: 'Audit Trail' };

/** 'overview' is 'Overview'. */
export function tabLabel(tab: string): string {
  return LABELS[tab] ?? tab.charAt(0).toUpperCase() + tab.slice(1);
}

export interface MenuLink {
  /** Also names the link's icon. */
  tab: string;
  label: string;
  href: string;
  current: boolean;
}

export interface MenuGroup {
  title: string;
  links: MenuLink[];
}

/** The sidebar of a role: 'Main Site' with Home, and 'Dashboard' with the role's tabs, the open one marked (section 2). */
export function dashboardMenu<R extends Role>(role: R, current: DashboardTab<R>): MenuGroup[] {
  const links = DASHBOARD_TABS[role].map((tab) => ({
    tab,
    label: tabLabel(tab),
    href: paths.dashboard(role, tab),
    current: tab === current,
  }));
  const home = { tab: 'home', label: 'Home', href: paths.home, current: false };
  return [
    { title: 'Main Site', links: [home] },
    { title: 'Dashboard', links },
  ];
}

import { optionLabel, type Role } from '#lib/options.ts';
import { OPEN_LEAD, OPEN_REQUEST, paths } from './paths.ts';

/** The tabs of each role's dashboard in menu order; the first is what /dashboard/{role} shows (section 2). */
export const DASHBOARD_TABS = {
  artist: ['today', 'profile', 'leads', 'portfolio', 'murals', 'settings', 'setup'],
  client: ['quotes', 'profile'],
  admin: [
    'overview',
    'leads',
    'artists',
    'murals',
    'cities',
    'users',
    'clients',
    'reports',
    'reviews',
    'mails',
    'newsletter',
    'settings',
    'publishing',
    'audit',
  ],
} as const satisfies Record<Role, readonly string[]>;

export type DashboardTab<R extends Role> = (typeof DASHBOARD_TABS)[R][number];

/** Where a tab was once, for links that were kept: it is the beginning of the first one now. */
export const FORMER_TABS: Partial<Record<Role, readonly string[]>> = { admin: ['needs-you'] };

/** Tabs that share one line of the menu, by its name; each page links to the others at its top. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  directory: ['artists', 'murals', 'cities'],
  people: ['users', 'clients'],
  moderation: ['reports', 'reviews'],
  email: ['mails', 'newsletter'],
  work: ['portfolio', 'murals'],
  system: ['publishing', 'audit'],
};

/** Tabs that are in the menu only while they are open: what leads there is on the others, as long as it is needed. */
const OFF_MENU: readonly string[] = ['setup'];

const LABELS: Record<string, string> = {
  quotes: 'My Quotes',
  audit: 'Audit Trail',
  mails: 'Email Log',
  setup: 'Finish Your Profile',
};

/** What a tab is called among those of its group, where the group has its name. */
const IN_GROUP: Record<string, string> = { users: 'Everyone' };

/** 'overview' is 'Overview'. */
export function tabLabel(tab: string): string {
  return LABELS[tab] ?? optionLabel(tab);
}

interface MenuLink {
  /** Also names the link's icon. */
  tab: string;
  label: string;
  href: string;
  current: boolean;
  /** How much is new there, or is waiting for an admin. */
  count?: number;
  unit?: string;
}

interface MenuGroup {
  title: string;
  links: MenuLink[];
}

/** The line of the menu that a tab of a role is in: its group, where the role has more than one of it, or itself. */
function lineOf(role: Role, tab: string): string {
  const tabs: readonly string[] = DASHBOARD_TABS[role];
  const isOf = (name: string) =>
    GROUPS[name]?.includes(tab) && GROUPS[name].every((one) => tabs.includes(one));
  return Object.keys(GROUPS).find(isOf) ?? tab;
}

/** What the page of a tab is called: as its line of the menu, where that is one page. */
export function tabTitle(role: Role, tab: string): string {
  return tabLabel(role === 'artist' ? lineOf(role, tab) : tab);
}

/**
 * The sidebar of a role: 'Main Site' with Home, and 'Dashboard' with the role's tabs or their groups, the open one
 * marked (section 2), with how much is new for the person.
 */
export function dashboardMenu<R extends Role>(
  role: R,
  current: DashboardTab<R>,
  count = 0,
): MenuGroup[] {
  const tabs = DASHBOARD_TABS[role].filter((tab) => !OFF_MENU.includes(tab) || tab === current);
  const open = lineOf(role, current);
  const links = [...new Set(tabs.map((tab) => lineOf(role, tab)))].map((line) => ({
    tab: line,
    label: tabLabel(line),
    href: paths.dashboard(
      role,
      tabs.find((tab) => lineOf(role, tab) === line),
    ),
    current: line === open,
    ...(count > 0 &&
      line === COUNT_TAB[role] && { count, unit: role === 'admin' ? 'waiting' : 'to read' }),
  }));
  const home = { tab: 'home', label: 'Home', href: paths.home, current: false };
  return [
    { title: 'Main Site', links: [home] },
    { title: 'Dashboard', links },
  ];
}

/** The tabs beside the open one, with the name that they share; null for a tab that stands alone, or is one page with them. */
export function tabGroup<R extends Role>(role: R, current: DashboardTab<R>): MenuGroup | null {
  const line = lineOf(role, current);
  const tabs = role === 'admin' ? GROUPS[line] : undefined;
  if (!tabs) return null;
  const links = tabs.map((tab) => ({
    tab,
    label: IN_GROUP[tab] ?? tabLabel(tab),
    href: paths.dashboard(role, tab),
    current: tab === current,
  }));
  return { title: tabLabel(line), links };
}

/** The tab of each role that shows what most notices are about. */
export const NEWS_TAB = { artist: 'leads', client: 'quotes', admin: 'leads' } as const;
/** The line of the menu that has the number of what is new; an admin's is of what needs them. */
const COUNT_TAB = { ...NEWS_TAB, admin: 'overview' } as const;

/** What opens one row of the tab. */
export const OPEN_PARAM = { artist: OPEN_LEAD, client: OPEN_REQUEST } as const;

import { readdirSync } from 'node:fs';
import { DASHBOARD_TABS } from '#config/dashboard-tabs.ts';
import {
  NOT_MINE,
  OPEN_ARTIST,
  OPEN_LEAD,
  OPEN_MURAL,
  OPEN_REQUEST,
  paths,
} from '#config/paths.ts';

const PAGES = readdirSync('src/pages', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.astro') && !file.startsWith('dashboard/'))
  .map((file) => file.replace(/\.astro$/, '').replace(/(^|\/)index$/, ''))
  .map((route) => new RegExp(`^/${route.replace(/\[[^\]]*\]/g, '[^/]+')}$`));

/** The tab that opens one thing by its id, for each name of a query that does. */
const OPENS: Record<string, string> = {
  [OPEN_REQUEST]: '/dashboard/client/quotes',
  [OPEN_LEAD]: '/dashboard/(artist|admin)/leads',
  [OPEN_MURAL]: '/dashboard/artist/murals',
};

/** The tabs of a job's page. */
const JOB_PARTS = ['messages', 'agreement', 'money', 'design'];

/** What is wrong with a path of the site, or null where a page opens what it names. */
export function faultOfLink(href: string): string | null {
  const { pathname, searchParams, hash } = new URL(href, 'http://site.invalid');
  const [, dashboard, role, tab, ...more] = pathname.split('/');
  if (dashboard === 'dashboard') {
    const tabs: readonly string[] | undefined = DASHBOARD_TABS[role as 'artist'];
    if (!tabs) return 'no dashboard of this role';
    if ((tab !== undefined && !tabs.includes(tab)) || more.length > 0) return 'no tab';
  } else if (!PAGES.some((page) => page.test(pathname))) return 'no page';
  for (const [name, value] of searchParams) {
    const at = OPENS[name];
    if (!at) continue;
    if (!new RegExp(`^${at}$`).test(pathname)) return `nothing here reads ?${name}=`;
    if (!/^[\da-f-]{36}$/.test(value)) return `?${name}= names nothing`;
  }
  if (pathname === paths.request && hash.length > 1) {
    const [token, ...named] = hash.slice(1).split('&');
    if (!token) return 'no token';
    for (const part of named)
      if (part !== NOT_MINE && !JOB_PARTS.includes(part) && !part.startsWith(`${OPEN_ARTIST}=`))
        return `nothing reads ${part}`;
  }
  return null;
}

import {
  DASHBOARD_TABS,
  type DashboardTab,
  dashboardMenu,
  tabGroup,
  tabLabel,
  tabTitle,
} from '#config/dashboard-tabs.ts';
import { paths } from '#config/paths.ts';
import { plain } from '#features/directory/search/bio-index.ts';
import { meaningMatcher, tellingWords } from '#features/directory/search/words/search-words.ts';
import { allowance, letterDistance } from '#lib/letter-distance.ts';

/** Something that a search leads to. */
export interface Found {
  label: string;
  /** What tells two of a name apart. */
  detail: string;
  href: string;
}

interface FoundGroup {
  title: string;
  found: readonly Found[];
}

export type Find = (search: string, signal: AbortSignal) => Promise<FoundGroup[]>;

/** Begins a role's search, anew each time that the dialog opens. */
export type StartFind = () => Find;

/** Of each kind; more are in the list. */
export const MOST_FOUND = 5;

/** Fewer letters are in nearly everything. */
export const SHORTEST_SEARCH = 2;

/** 'Mission Coffee · San Antonio, TX', of what is known. */
export const detailOf = (...parts: (string | null | undefined)[]): string =>
  parts.filter(Boolean).join(' · ');

/**
 * The rows that say every word of a search or mean it, accents aside; where there are none, those with words that are
 * spelled almost like it.
 */
export function bestFits<Row>(
  rows: readonly Row[],
  said: (row: Row) => string,
  search: string,
): Row[] {
  const words = tellingWords(search);
  const texts = rows.map((row) =>
    said(row)
      .split(/[\s/-]+/)
      .map(plain),
  );
  const lines = texts.map((text) => text.join(' '));
  const exact = words.map(meaningMatcher);
  const spoken = rows.filter((_, i) => exact.every((isIn) => isIn(lines[i] ?? '')));
  const almost = () =>
    rows.filter((_, i) => words.every((word) => hasAlmost(texts[i] ?? [], word)));
  return (spoken.length > 0 ? spoken : almost()).slice(0, MOST_FOUND);
}

const hasAlmost = (text: readonly string[], word: string): boolean =>
  text.some((one) =>
    [one, one.slice(0, word.length)].some((part) => letterDistance(word, part) <= allowance(word)),
  );

/** The pages of a role's dashboard that a search means; all of them without one. */
export function findPages<R extends 'admin' | 'artist'>(role: R, search: string): FoundGroup {
  const tabs: readonly DashboardTab<R>[] = DASHBOARD_TABS[role];
  const menu = dashboardMenu(role, tabs[0] as DashboardTab<R>).flatMap(({ links }) => links);
  const pages = tabs.flatMap((tab) => {
    const group = tabGroup(role, tab);
    const title = group?.title ?? tabTitle(role, tab);
    const href = paths.dashboard(role, tab);
    if (!group && !menu.some((line) => line.href === href)) return [];
    const label = group ? tabLabel(tab) : title;
    return [{ label, detail: title === label ? '' : title, href }];
  });
  const said = ({ label, detail }: Found) => `${label} ${detail}`;
  return { title: 'Pages', found: search ? bestFits(pages, said, search) : pages };
}

import { grouped } from '#lib/format.ts';
import { beginning } from '#lib/graphemes.ts';
import { LIMITS } from '#lib/limits.ts';

/** What a server-side table shows: search text, filter, order and page; kept in the URL. */
export interface TableState<Sort extends string = string> {
  q: string;
  filter: string;
  sort: Sort;
  desc: boolean;
  page: number;
  /** What else narrows it, by the names of `TableRules.narrows`; only what is chosen. */
  only?: Readonly<Record<string, string>>;
}

/** What one table allows. The first filter is 'all', the default order is part of the table. */
export interface TableRules<Sort extends string = string> {
  filters: readonly string[];
  sorts: readonly Sort[];
  initial: { sort: Sort; desc: boolean };
  /** What narrows it beside the filter, by its name in the address, and which values that may have. */
  narrows?: Readonly<Record<string, (value: string) => boolean>>;
}

export const TABLE_PAGE = 25;

/** Reads a table's state from its URL; whatever the table does not know falls back to its defaults. */
export function tableFromParams<Sort extends string>(
  params: URLSearchParams,
  rules: TableRules<Sort>,
): TableState<Sort> {
  const filter = params.get('filter') ?? '';
  const wanted = params.get('sort');
  const sort = rules.sorts.find((known) => known === wanted);
  const page = Number(params.get('page'));
  return {
    q: beginning((params.get('q') ?? '').trim(), LIMITS.adminSearch),
    filter: rules.filters.includes(filter) ? filter : '',
    sort: sort ?? rules.initial.sort,
    desc: sort ? params.get('dir') === 'desc' : rules.initial.desc,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    ...(rules.narrows && { only: narrowed(params, rules.narrows) }),
  };
}

function narrowed(params: URLSearchParams, narrows: NonNullable<TableRules['narrows']>) {
  return Object.fromEntries(
    Object.entries(narrows).flatMap(([name, valid]) => {
      const value = (params.get(name) ?? '').trim();
      return value && valid(value) ? [[name, value]] : [];
    }),
  );
}

/** The shortest query string that `tableFromParams` reads back. */
export function tableToParams<Sort extends string>(
  state: TableState<Sort>,
  rules: TableRules<Sort>,
): URLSearchParams {
  const params = new URLSearchParams();
  if (state.q) params.set('q', state.q);
  if (state.filter) params.set('filter', state.filter);
  for (const [name, value] of Object.entries(state.only ?? {})) if (value) params.set(name, value);
  if (state.sort !== rules.initial.sort || state.desc !== rules.initial.desc) {
    params.set('sort', state.sort);
    if (state.desc) params.set('dir', 'desc');
  }
  if (state.page > 1) params.set('page', String(state.page));
  return params;
}

export function tablePages(total: number): number {
  return Math.max(1, Math.ceil(total / TABLE_PAGE));
}

/** 'Showing 26-50 of 312' */
export function tableCaption(page: number, total: number): string {
  if (total === 0) return 'Showing 0 of 0';
  const last = grouped(Math.min(page * TABLE_PAGE, total));
  return `Showing ${grouped((page - 1) * TABLE_PAGE + 1)}-${last} of ${grouped(total)}`;
}

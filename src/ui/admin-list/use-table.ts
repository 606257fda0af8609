import { useCallback, useState } from 'react';
import type { ListQuery, TablePage } from '#lib/table-page.ts';
import { type Loaded, useLoad } from '../hooks/use-load.ts';
import { useWindowEvent } from '../hooks/use-window-event.ts';
import {
  TABLE_PAGE,
  type TableRules,
  type TableState,
  tableFromParams,
  tableToParams,
} from './table-state.ts';

type LoadList<Row> = (query: ListQuery, signal?: AbortSignal) => Promise<TablePage<Row>>;

export interface TableModel<Row> extends Loaded<TablePage<Row>> {
  state: TableState;
  /** Shows another view and keeps it in the URL; anything but a page change goes back to page 1. */
  show: (change: Partial<TableState>, history?: 'push' | 'replace') => void;
  hrefOf: (change: Partial<TableState>) => string;
  load: LoadList<Row>;
  /** The keys of the columns that it can be ordered by. */
  sorts: readonly string[];
}

/** What a table has in the address; the rest, such as an open lead, belongs to others. */
const OWN = ['q', 'filter', 'sort', 'dir', 'page'];

/** The URL of this page with another table state; a `#fragment` does not survive. */
function urlOf(state: TableState, rules: TableRules): string {
  const params = tableToParams(state, rules);
  const own = [...OWN, ...Object.keys(rules.narrows ?? {})];
  for (const [name, value] of new URLSearchParams(location.search))
    if (!own.includes(name)) params.append(name, value);
  const query = params.toString();
  return query ? `${location.pathname}?${query}` : location.pathname;
}

const stateOf = (rules: TableRules) => tableFromParams(new URLSearchParams(location.search), rules);

/** A server-side table whose search, filter, order and page live in the URL, so that Back and sharing work. */
export function useTable<Row>(load: LoadList<Row>, rules: TableRules): TableModel<Row> {
  const [state, setState] = useState(() => stateOf(rules));

  useWindowEvent('popstate', () => setState(stateOf(rules)));

  const { q, filter, sort, desc, page, only } = state;
  // Read from the address at each step: the same choices are another object.
  const narrowed = JSON.stringify(only);
  const loadPage = useCallback(
    (signal: AbortSignal) => {
      const offset = (page - 1) * TABLE_PAGE;
      const narrow = narrowed && { only: JSON.parse(narrowed) };
      return load({ search: q, filter, sort, desc, limit: TABLE_PAGE, offset, ...narrow }, signal);
    },
    [load, q, filter, sort, desc, page, narrowed],
  );
  const loaded = useLoad(loadPage);

  const next = (from: TableState, change: Partial<TableState>) => ({ ...from, page: 1, ...change });
  return {
    ...loaded,
    state,
    load,
    sorts: rules.sorts,
    hrefOf: (change) => urlOf(next(state, change), rules),
    show: (change, how = 'push') => {
      // A search that was typed a moment ago must not take back what was chosen since.
      const target = next(stateOf(rules), change);
      const url = urlOf(target, rules);
      if (how === 'push') history.pushState(null, '', url);
      else history.replaceState(history.state, '', url);
      setState(target);
    },
  };
}

import '../filters.css';
import { type MouseEvent, memo, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { plainPress } from '#ui/Pagination.tsx';
import type { ListCard } from './card-kind.ts';
import { FilterBar, type FilterBarProps } from './FilterBar.tsx';
import type { ListIndex } from './list-index.ts';
import { chosen, type ListRules, type ListSearch } from './list-search.ts';
import { type Drawn, ResultHead, ResultList, Waiting } from './ResultList.tsx';
import { Served } from './Served.tsx';
import { listHref, useListState } from './use-list-state.ts';
import { useResults } from './use-results.ts';
import { isFiltered } from './words/query.ts';
import { lookAheadWords } from './words/search-words.ts';

/** What a page says about its list. */
export interface ListProps {
  /** The page's own path, without a query. */
  path: string;
  menus: FilterBarProps['menus'];
  /** The city slug that a city page is limited to. */
  place?: string;
  /** The sentence of an empty list (specification, section 2). */
  empty: string;
  /** The prerendered first page: caption, cards and page links. It stays until a visitor asks for more. */
  children?: ReactNode;
}

interface ListFiltersProps<Card> extends ListProps, Drawn<Card> {
  rules: ListRules;
  index: ListIndex<Card>;
  /** Those of the menu; all, if they are not named. */
  sorts?: readonly string[];
  label: string;
  hint: string;
  /** Said when the list cannot be read. */
  failure: string;
  /** Where another list shows what is in a style. */
  beside: (style: string) => { href: string; label: string };
}

/** An answer changes nothing above the list. */
const Bar = memo(FilterBar);

/**
 * Search, filters, sort and paging over a prerendered list. Mount it with `client:interaction`: it wakes up when it
 * is reached for, or at once when the address already asks for something.
 */
export function ListFilters<Card extends ListCard>(props: ListFiltersProps<Card>) {
  const { rules, index, path, menus, place, empty, label, hint, failure, children } = props;
  const { beside } = props;
  const { sorts = Object.keys(rules.sorts), ...drawn } = props;
  const { search, go } = useListState(rules, path);
  const { found, status } = useResults({ rules, index, place, failure }, search);
  const jump = useRef(false);
  const list = useRef<HTMLDivElement>(null);
  const captionRef = useRef<HTMLParagraphElement>(null);
  const served = useRef<readonly ChildNode[] | null>(null);
  const current = search ?? rules.empty;
  const style = chosen(current, 'style');

  useEffect(() => {
    if (status === 'failed') delete document.documentElement.dataset.query;
    if (status !== 'ready' || !jump.current) return;
    jump.current = false;
    list.current?.scrollIntoView({ block: 'start' });
    captionRef.current?.focus({ preventScroll: true });
  }, [status]);

  const lookAhead = useCallback((text: string) => index.warm(lookAheadWords(text)), [index]);
  const change = useCallback(
    (patch: Partial<ListSearch>, how?: 'step' | 'typing') =>
      go({ ...current, page: 1, ...patch }, how),
    [go, current],
  );
  const clear = useCallback(() => go({ ...rules.empty, sort: current.sort }), [rules, go, current]);
  const turnTo = (next: ListSearch) => {
    jump.current = true;
    go(next);
  };
  // Page links and style chips of the prerendered cards lead to this very list: answered in place.
  const pressInside = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    if (event.defaultPrevented || !link || !plainPress(event)) return;
    if (link.origin !== location.origin || link.pathname !== path || link.hash) return;
    event.preventDefault();
    turnTo(rules.fromParams(new URLSearchParams(link.search)));
  };

  return (
    <>
      <Bar
        rules={rules}
        path={path}
        label={label}
        hint={hint}
        search={current}
        menus={menus}
        sorts={sorts}
        onChange={change}
        onType={lookAhead}
        onClear={clear}
      />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: only links inside are answered, and Enter presses those */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
      <div
        ref={list}
        className="list-results"
        aria-busy={status === 'loading'}
        onClick={pressInside}
      >
        <ResultHead
          found={search && found}
          caption={rules.caption}
          empty={empty}
          captionRef={captionRef}
          beside={style ? beside(style) : null}
          typed={current.q}
        />
        {found && search ? (
          found.cards.length > 0 && (
            <ResultList
              {...drawn}
              found={found}
              href={(page) => listHref(rules, path, { ...current, page })}
              onPage={(page) => turnTo({ ...current, page })}
            />
          )
        ) : status === 'loading' && isFiltered(rules, current) ? (
          <Waiting grid={drawn.grid} />
        ) : (
          <Served nodes={served} first={!search}>
            {children}
          </Served>
        )}
      </div>
    </>
  );
}

import './filters.css';
import { type MouseEvent, memo, type ReactNode, useCallback, useEffect, useRef } from 'react';
import {
  type ArtistSearch,
  CITY_PAGE_SORTS,
  EMPTY_SEARCH,
  SORTS,
  type Sort,
  searchFromParams,
} from '#domain/artist-search.ts';
import { withBoundary } from '#ui/ErrorBoundary.tsx';
import { plainPress } from '#ui/Pagination.tsx';
import { artistIndex } from './artist-index.ts';
import { FilterBar, type FilterBarProps } from './FilterBar.tsx';
import { isFiltered } from './query.ts';
import { ResultHead, ResultList, Waiting } from './ResultList.tsx';
import { Served } from './Served.tsx';
import { lookAheadWords } from './search-words.ts';
import { listHref, useListState } from './use-list-state.ts';
import { useResults } from './use-results.ts';

export interface ArtistFiltersProps {
  /** The page's own path, without a query. */
  path: string;
  menus: FilterBarProps['menus'];
  /** The city slug that a city page is limited to. */
  place?: string;
  /** The sentence of an empty list (specification, section 2). */
  empty: string;
  /** The prerendered first page: caption, cards and page links. It stays until somebody asks for more. */
  children?: ReactNode;
}

const ALL_SORTS = Object.keys(SORTS) as Sort[];
/** An answer changes nothing above the list. */
const Bar = memo(FilterBar);
const index = artistIndex();
const lookAhead = (text: string) => index.warm(lookAheadWords(text));
// This code comes when somebody reaches for the filters; the cards take as long as React takes to arrive.
if (!import.meta.env.SSR) index.warm();

/**
 * Search, filters, sort and paging over a prerendered list. Mount it with `client:interaction`: it wakes up when it
 * is reached for, or at once when the address already asks for something.
 */
function ArtistFilters({ path, menus, place, empty, children }: ArtistFiltersProps) {
  const { search, go } = useListState(path);
  const { found, status } = useResults(index, search, place);
  const jump = useRef(false);
  const list = useRef<HTMLDivElement>(null);
  const captionRef = useRef<HTMLParagraphElement>(null);
  const served = useRef<readonly ChildNode[] | null>(null);
  const current = search ?? EMPTY_SEARCH;

  useEffect(() => {
    if (status === 'failed') delete document.documentElement.dataset.query;
    if (status !== 'ready' || !jump.current) return;
    jump.current = false;
    list.current?.scrollIntoView({ block: 'start' });
    captionRef.current?.focus({ preventScroll: true });
  }, [status]);

  const change = useCallback(
    (patch: Partial<ArtistSearch>, how?: 'step' | 'typing') =>
      go({ ...current, page: 1, ...patch }, how),
    [go, current],
  );
  const clear = useCallback(() => go({ ...EMPTY_SEARCH, sort: current.sort }), [go, current]);
  const turnTo = (next: ArtistSearch) => {
    jump.current = true;
    go(next);
  };
  // Page links and style chips of the prerendered cards lead to this very list: answered in place.
  const pressInside = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    if (event.defaultPrevented || !link || !plainPress(event)) return;
    if (link.origin !== location.origin || link.pathname !== path || link.hash) return;
    event.preventDefault();
    turnTo(searchFromParams(new URLSearchParams(link.search)));
  };

  return (
    <>
      <Bar
        path={path}
        search={current}
        menus={menus}
        sorts={place ? CITY_PAGE_SORTS : ALL_SORTS}
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
          empty={empty}
          onClear={isFiltered(current) ? clear : null}
          captionRef={captionRef}
        />
        {found && search ? (
          found.total > 0 && (
            <ResultList
              found={found}
              href={(page) => listHref(path, { ...current, page })}
              onPage={(page) => turnTo({ ...current, page })}
            />
          )
        ) : status === 'loading' && isFiltered(current) ? (
          <Waiting />
        ) : (
          <Served nodes={served} first={!search}>
            {children}
          </Served>
        )}
      </div>
    </>
  );
}

export default withBoundary(ArtistFilters);

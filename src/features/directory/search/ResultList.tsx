import type { ComponentType, ReactNode, Ref } from 'react';
import { paths } from '#config/paths.ts';
import { PAGE_SIZE } from '#lib/limits.ts';
import { pageCount } from '#lib/pagination.ts';
import { Pagination } from '#ui/Pagination.tsx';
import type { ListCard } from './card-kind.ts';
import type { SearchPage } from './list-index.ts';

/** How the cards of a list are drawn. */
export interface Drawn<Card> {
  /** Drawn once for each card, so memoised: what is kept while the next answer is on its way costs nothing. */
  Card: ComponentType<{ card: Card; level?: 2 | 3 }>;
  /** The class of the list around them, and of an item. */
  grid: string;
  itemClass?: (card: Card, position: number) => string | undefined;
}

interface ResultListProps<Card> extends Drawn<Card> {
  found: SearchPage<Card>;
  href: (page: number) => string;
  onPage: (page: number) => void;
}

/** Cards and page links of one page of a search. */
export function ResultList<Data extends ListCard>(props: ResultListProps<Data>) {
  const { found, href, onPage, Card, grid, itemClass } = props;
  return (
    <>
      <ul className={grid}>
        {found.cards.map((card, i) => (
          <li key={card.slug} className={itemClass?.(card, i)}>
            <Card card={card} level={2} />
          </li>
        ))}
      </ul>
      <div className="list-pages">
        <Pagination page={found.page} pages={pageCount(found.total)} href={href} onPage={onPage} />
      </div>
    </>
  );
}

interface ResultHeadProps {
  /** Null while the prerendered list stands, which has a caption of its own. */
  found: SearchPage<unknown> | null;
  caption: (page: number, total: number) => string;
  /** The sentence of an empty list. */
  empty: string;
  captionRef: Ref<HTMLParagraphElement>;
  /** Another list that has the same. */
  beside: { href: string; label: string } | null;
  /** What was typed. */
  typed: string;
}

/**
 * The caption of an answer, or the sentence of an empty one. Mounted from the start, so that screen readers
 * hear each new one.
 */
export function ResultHead({ found, caption, empty, captionRef, beside, typed }: ResultHeadProps) {
  const nobody = found?.total === 0;
  const isClosest = nobody && found.cards.length > 0;
  const none = found?.isElsewhere ? ELSEWHERE : isClosest && typed ? NO_EXACT : empty;
  return (
    <div className={nobody && !isClosest ? 'empty list-empty' : 'list-caption'}>
      <div role="status">
        {found && (
          <p ref={captionRef} tabIndex={-1}>
            {nobody ? none : caption(found.page, found.total)}
          </p>
        )}
        {isClosest && none !== NO_EXACT && <p>{CLOSEST}</p>}
        {found?.near && <p>{`Near ${found.near}`}</p>}
        {found?.instead && (
          <p>{`No results for “${typed}.” Showing results for “${found.instead}.”`}</p>
        )}
      </div>
      {found && beside && (
        <a href={beside.href} className="underline underline-offset-4">
          {beside.label}
        </a>
      )}
      {nobody && (
        <a
          href={paths.quote}
          className={isClosest ? 'underline underline-offset-4' : 'btn btn-brand'}
        >
          Ask for a quote anyway
        </a>
      )}
    </div>
  );
}

const CLOSEST = 'Here’s what comes closest.';
const NO_EXACT = `No exact match. ${CLOSEST}`;
const ELSEWHERE = 'We don’t cover that area yet.';

/** Twelve blank cards while the first answer is on its way. */
export function Waiting({ grid }: { grid: string }): ReactNode {
  return (
    <ul className={grid} aria-hidden="true">
      {Array.from({ length: PAGE_SIZE }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <li key={i} className="list-skeleton" />
      ))}
    </ul>
  );
}

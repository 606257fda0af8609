import { memo, type ReactNode, type Ref } from 'react';
import { caption } from '#domain/artist-search.ts';
import { PAGE_SIZE } from '#domain/limits.ts';
import { pageCount } from '#domain/pagination.ts';
import { ArtistCard } from '#ui/ArtistCard.tsx';
import { Button } from '#ui/Button.tsx';
import { Pagination } from '#ui/Pagination.tsx';
import type { SearchPage } from './artist-index.ts';

interface ResultListProps {
  found: SearchPage;
  href: (page: number) => string;
  onPage: (page: number) => void;
}

/** Drawn once for each artist: what is kept while the next answer is on its way costs nothing. */
const Card = memo(ArtistCard);

/** Cards and page links of one page of a search. */
export function ResultList({ found, href, onPage }: ResultListProps) {
  return (
    <>
      <ul className="card-grid">
        {found.cards.map((card, i) => (
          <li key={card.slug} className={i > 1 ? 'later' : undefined}>
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
  found: SearchPage | null;
  /** The sentence of an empty list. */
  empty: string;
  onClear: (() => void) | null;
  captionRef: Ref<HTMLParagraphElement>;
}

/**
 * The caption of an answer, or the sentence of an empty one. Mounted from the start, so that screen readers
 * hear each new one.
 */
export function ResultHead({ found, empty, onClear, captionRef }: ResultHeadProps) {
  const nobody = found?.total === 0;
  return (
    <div className={nobody ? 'empty list-empty' : 'list-caption'}>
      <div role="status">
        {found && (
          <p ref={captionRef} tabIndex={-1}>
            {nobody ? empty : caption(found.page, found.total)}
          </p>
        )}
      </div>
      {nobody && onClear && (
        <Button variant="secondary" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}

/** Twelve blank cards while the first answer is on its way. */
export function Waiting(): ReactNode {
  return (
    <ul className="card-grid" aria-hidden="true">
      {Array.from({ length: PAGE_SIZE }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <li key={i} className="list-skeleton" />
      ))}
    </ul>
  );
}

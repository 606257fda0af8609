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
  /** The sentence of an empty list. */
  empty: string;
  href: (page: number) => string;
  onPage: (page: number) => void;
  onClear: (() => void) | null;
  captionRef: Ref<HTMLParagraphElement>;
}

/** Drawn once for each artist: what is kept while the next answer is on its way costs nothing. */
const Card = memo(ArtistCard);

/** Caption, cards and page links of one page of a search. */
export function ResultList({ found, empty, href, onPage, onClear, captionRef }: ResultListProps) {
  if (found.total === 0) {
    return (
      <div className="empty list-empty">
        <p ref={captionRef} tabIndex={-1}>
          {empty}
        </p>
        {onClear && (
          <Button variant="secondary" onClick={onClear}>
            Clear filters
          </Button>
        )}
      </div>
    );
  }
  return (
    <>
      <p ref={captionRef} tabIndex={-1} className="list-caption">
        {caption(found.page, found.total)}
      </p>
      <ul className="card-grid">
        {found.cards.map((card) => (
          <li key={card.id}>
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

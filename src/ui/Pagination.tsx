import type { MouseEvent } from 'react';
import { pageLinks } from '#lib/pagination.ts';

interface PaginationProps {
  page: number;
  pages: number;
  /** The URL of a page; every entry is a real link. */
  href: (page: number) => string;
  /** Called on a plain press instead of following the link. */
  onPage?: (page: number) => void;
  label?: string;
}

/** A press that a link itself would answer in this tab. */
export const plainPress = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Previous, at most five pages, next (specification, section 2). Shows nothing when there is one page. */
export function Pagination({ page, pages, href, onPage, label = 'Pages' }: PaginationProps) {
  if (pages <= 1) return null;
  const link = (target: number, text: string, name?: string, rel?: 'prev' | 'next') => (
    <a
      key={name ?? target}
      href={href(target)}
      aria-label={name ?? `Page ${target}`}
      aria-current={!name && target === page ? 'page' : undefined}
      rel={rel}
      className="page-link"
      onClick={(event) => {
        if (!onPage || !plainPress(event)) return;
        event.preventDefault();
        onPage(target);
      }}
    >
      {text}
    </a>
  );
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-center gap-2">
      {page > 1 && link(page - 1, '←', 'Previous page', 'prev')}
      {pageLinks(page, pages).map((n) => link(n, String(n)))}
      {page < pages && link(page + 1, '→', 'Next page', 'next')}
    </nav>
  );
}

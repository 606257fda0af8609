import { MAX_PAGE_LINKS, PAGE_SIZE } from './limits.ts';

export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE));
}

export function clampPage(page: number, total: number): number {
  return Math.min(Math.max(1, page), pageCount(total));
}

/** At most 5 consecutive page numbers with the current one as near the middle as the ends allow (section 2). */
export function pageLinks(page: number, pages: number): number[] {
  const count = Math.min(MAX_PAGE_LINKS, pages);
  const first = Math.min(Math.max(1, page - Math.floor(count / 2)), pages - count + 1);
  return Array.from({ length: count }, (_, i) => first + i);
}

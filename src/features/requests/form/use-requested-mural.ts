import { useEffect } from 'react';
import type { PublicMural } from '#features/artists/public-artists.api.ts';
import { tidySize } from '#features/estimates/wall-size.ts';
import { withMural } from '#features/murals/like-mural.ts';
import { LIMITS } from '#lib/limits.ts';
import { STYLES, SURFACES } from '#lib/options.ts';
import { likedChange, type QuoteChange, type QuoteDetails } from '../quote-details.ts';
import type { QuoteDraft, QuoteField } from '../quote-fields.ts';
import type { useQuoteDraft } from './use-quote-draft.ts';

/** It is among the murals that the client likes, where there is room. */
function liking(details: QuoteDetails, mural: PublicMural): QuoteChange {
  const { slug, title: name, styles, image_url: picture } = mural;
  const known = details.liked.some((one) => one.slug === slug);
  return known
    ? { quote: {}, details: {} }
    : likedChange(details, [...details.liked, { slug, name, styles, picture }]);
}

/** What an address may say of a wall: `/quote?style=&surface=&size=&city=`; a choice that the form does not have is none. */
function askedBy(search: URLSearchParams): Partial<QuoteDraft> {
  const asked = {
    style_preference: STYLES.find((one) => one === search.get('style')),
    surface_type: SURFACES.find((one) => one === search.get('surface')),
    mural_size: tidySize(search.get('size')?.slice(0, LIMITS.muralSize) ?? ''),
    city: search.get('city')?.slice(0, LIMITS.city),
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value));
}

/**
 * What the page that led here knows of the wall, where nothing is chosen yet; and the mural that the client wants one
 * like, `/quote?mural={slug}`, which is among those they like, and which the description names.
 */
export function useRequestedMural(draft: ReturnType<typeof useQuoteDraft>): void {
  const { current, currentDetails, change } = draft;
  useEffect(() => {
    const search = new URLSearchParams(location.search);
    const now = current();
    const asked = Object.entries(askedBy(search)).filter(([field]) => !now[field as QuoteField]);
    const beside = search.has('call') ? { callFirst: true } : {};
    if (asked.length > 0 || beside.callFirst) change(Object.fromEntries(asked), beside);
    const slug = search.get('mural');
    if (!slug) return;
    let stale = false;
    const read = async () => (await import('./send.store.ts')).publicMural(slug);
    read().then((found) => {
      if (stale || !found) return;
      const { project_description: text } = current();
      const named = withMural(text, found.title);
      const { quote, details } = liking(currentDetails(), found);
      change({ ...quote, ...(named !== text && { project_description: named }) }, details);
    }, console.error);
    return () => {
      stale = true;
    };
  }, [current, currentDetails, change]);
}

import { useEffect, useState } from 'react';
import { paths } from '#config/paths.ts';
import type { PublicMural } from '#features/artists/public-artists.api.ts';
import { withMural } from '#features/murals/like-mural.ts';
import { STYLES, SURFACES } from '#lib/options.ts';
import { likedChange, type QuoteChange, type QuoteDetails } from '../quote-details.ts';
import type { QuoteDraft } from '../quote-fields.ts';

interface Draft {
  /** What is typed by now, and what is beside it. */
  current: () => QuoteDraft;
  currentDetails: () => QuoteDetails;
  change: (patch: Partial<QuoteDraft>, beside?: Partial<QuoteDetails>) => void;
}

/** It is among the murals that somebody likes, where there is room. */
function liking(details: QuoteDetails, mural: PublicMural): QuoteChange {
  const { slug, title: name, styles, image_url: picture } = mural;
  const known = details.liked.some((one) => one.slug === slug);
  return known
    ? { quote: {}, details: {} }
    : likedChange(details, [...details.liked, { slug, name, styles, picture }]);
}

/**
 * The wall that somebody wants one like, `/quote?mural={slug}&style=&surface=`: its style and surface are chosen where
 * nothing is yet, it is among the murals they like, and the description names it, for the person to see and change.
 * Null without one.
 */
export function useRequestedMural({ current, currentDetails, change }: Draft): PublicMural | null {
  const [mural, setMural] = useState<PublicMural | null>(null);
  useEffect(() => {
    const asked = new URLSearchParams(location.search);
    const style = STYLES.find((one) => one === asked.get('style'));
    const surface = SURFACES.find((one) => one === asked.get('surface'));
    const { style_preference, surface_type } = current();
    if (style && !style_preference) change({ style_preference: style });
    if (surface && !surface_type) change({ surface_type: surface });
    const slug = asked.get('mural');
    if (!slug) return;
    let stale = false;
    const read = async () => (await import('./send.store.ts')).publicMural(slug);
    read().then((found) => {
      if (stale || !found) return;
      setMural(found);
      const { project_description: text } = current();
      const url = new URL(paths.mural(found.slug), location.origin).href;
      const named = withMural(text, found.title, url);
      const { quote, details } = liking(currentDetails(), found);
      change({ ...quote, ...(named !== text && { project_description: named }) }, details);
    }, console.error);
    return () => {
      stale = true;
    };
  }, [current, currentDetails, change]);
  return mural;
}

import { useEffect, useState } from 'react';
import { paths } from '#config/paths.ts';
import type { PublicMural } from '#data/directory.ts';
import { withMural } from '#domain/like-mural.ts';
import { STYLES, SURFACES } from '#domain/options.ts';
import type { QuoteDraft } from '#domain/quote-fields.ts';

interface Draft {
  /** What is typed by now. */
  current: () => QuoteDraft;
  change: (patch: Partial<QuoteDraft>) => void;
}

/**
 * The wall that somebody wants one like, `/quote?mural={slug}&style=&surface=`: its style and surface are chosen where
 * nothing is yet, and the description names it, for the person to see and change. Null without one.
 */
export function useRequestedMural({ current, change }: Draft): PublicMural | null {
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
    const read = async () => (await import('./send.ts')).publicMural(slug);
    read().then((found) => {
      if (stale || !found) return;
      setMural(found);
      const { project_description: text } = current();
      const url = new URL(paths.mural(found.slug), location.origin).href;
      const named = withMural(text, found.title, url);
      if (named !== text) change({ project_description: named });
    }, console.error);
    return () => {
      stale = true;
    };
  }, [current, change]);
  return mural;
}

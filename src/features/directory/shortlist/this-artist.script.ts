import type { SavedArtist } from './shortlist.store.ts';

/** The artist whose page this is, read from what the page tells search engines; null on other pages. */
export function thisArtist(): SavedArtist | null {
  const slug = /\/artist\/([^/]+)$/.exec(location.pathname)?.[1];
  if (!slug) return null;
  for (const { textContent } of document.querySelectorAll('script[type="application/ld+json"]')) {
    const { mainEntity: data } = JSON.parse(textContent ?? '{}');
    if (data?.['@type'] !== 'Person') continue;
    const { addressLocality, addressRegion } = data.address ?? {};
    return {
      slug: decodeURIComponent(slug),
      name: data.name,
      place: [addressLocality, addressRegion].filter(Boolean).join(', '),
      image: data.image ? new URL(data.image[0]).pathname : null,
    };
  }
  return null;
}

/** The artist of a card in a list. */
export function artistOfCard(card: Element): SavedArtist | null {
  const link = card.querySelector<HTMLAnchorElement>('.artist-card-link');
  if (!link) return null;
  return {
    slug: decodeURIComponent(link.pathname.split('/').pop() ?? ''),
    name: link.textContent?.trim() ?? '',
    place: link.parentElement?.nextElementSibling?.textContent ?? '',
    image: card.querySelector('img')?.getAttribute('src') ?? null,
  };
}

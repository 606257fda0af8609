/** An artist as this browser remembers one: what a small card shows, and nothing that could grow old badly. */
export interface SavedArtist {
  slug: string;
  name: string;
  place: string;
  /** A published picture of this site, or null. */
  image: string | null;
}

export const SHORTLIST_KEY = 'mural-shortlist';
export const RECENT_KEY = 'mural-recent';
/** As many as a request can ask for by name (public.submit_lead). */
export const SHORTLIST_MAX = 20;
export const RECENT_MAX = 8;

/** Dispatched on `window` when the shortlist changes in this tab; other tabs see `storage`. */
export const SHORTLIST_EVENT = 'mural:shortlist';

/** What is kept under a key, newest first. Anything that is not as it was written is left out. */
export function keptArtists(storage: Storage, key: string): SavedArtist[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.flatMap((item) => parsed(item) ?? []) : [];
  } catch {
    return [];
  }
}

function parsed(item: Partial<SavedArtist> | null): SavedArtist | null {
  const { slug, name, place, image } = item ?? {};
  if (typeof slug !== 'string' || typeof name !== 'string' || !slug || !name) return null;
  return {
    slug,
    name,
    place: typeof place === 'string' ? place : '',
    image: typeof image === 'string' && image.startsWith('/media/') ? image : null,
  };
}

/** Saves the artist, or takes them off the list again. A full list takes nobody else. */
export function toggleArtist(storage: Storage, artist: SavedArtist): 'saved' | 'removed' | 'full' {
  const kept = keptArtists(storage, SHORTLIST_KEY);
  const others = kept.filter(({ slug }) => slug !== artist.slug);
  const known = others.length < kept.length;
  if (!known && kept.length >= SHORTLIST_MAX) return 'full';
  write(storage, SHORTLIST_KEY, known ? others : [artist, ...others]);
  return known ? 'removed' : 'saved';
}

/** Remembers that the artist's page was read; the same artist counts once. */
export function rememberArtist(storage: Storage, artist: SavedArtist): void {
  const others = keptArtists(storage, RECENT_KEY).filter(({ slug }) => slug !== artist.slug);
  write(storage, RECENT_KEY, [artist, ...others].slice(0, RECENT_MAX));
}

/** Nothing kept leaves no trace. */
function write(storage: Storage, key: string, artists: readonly SavedArtist[]): void {
  if (artists.length > 0) storage.setItem(key, JSON.stringify(artists));
  else storage.removeItem(key);
}

import { focusOf, type Picture, upTo, withFocus } from '#features/pictures/picture.ts';
import { MURAL_PICTURE_WIDTH } from '#lib/limits.ts';
import type { Mural } from './mural.ts';

/** Who painted a wall, as its card says it; null for nobody who is public. */
interface CardPainter {
  name: string;
  slug: string;
}

/** What the card of a mural shows in the list of all, and nothing else. */
export interface MuralCardData {
  slug: string;
  name: string;
  city: string | null;
  state: string | null;
  featured: boolean;
  painter: CardPainter | null;
  /** The wall, or nothing. */
  pictures: Picture[];
}

/** The columns that a card is made of, and that decide about its place. */
export const MURAL_CARD_COLUMNS = [
  'id',
  'slug',
  'title',
  'city',
  'state',
  'featured',
  'artist_id',
  'image_url',
  'picture_details',
  'created_at',
  'published_at',
] as const satisfies readonly (keyof Mural)[];
type ListedMural = Pick<Mural, (typeof MURAL_CARD_COLUMNS)[number]>;

/** A mural of a list and who painted it. */
export interface PaintedMural {
  mural: ListedMural;
  painter: CardPainter | null;
}

/** The card of a public mural. A picture that could not be published counts as missing. */
export function muralCard(
  { mural, painter }: PaintedMural,
  picture: (url: string | null) => Picture | null,
): MuralCardData {
  const { image_url: url, picture_details } = mural;
  const wall = withFocus(picture(url), url, picture_details);
  return {
    slug: mural.slug,
    name: mural.title,
    city: mural.city,
    state: mural.state,
    featured: mural.featured,
    painter: painter && { name: painter.name, slug: painter.slug },
    pictures: wall ? [upTo(wall, MURAL_PICTURE_WIDTH)] : [],
  };
}

/** What a card shows, its picture by its address: to tell whether it has changed. */
export function muralColumns({ mural, painter }: PaintedMural): unknown[] {
  const { id, slug, title, city, state, featured, image_url } = mural;
  const detail = mural.picture_details[image_url ?? ''];
  const wall = [image_url, focusOf(detail)];
  return [[id, slug, title, city, state, featured], wall, painter?.name, painter?.slug];
}

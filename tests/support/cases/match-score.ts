import { STYLES, SURFACES } from '#lib/options.ts';

/** What `private.scored_artists` looks at, as it stands in `public.artists`. */
export interface ScoredArtist {
  id: string;
  city: string | null;
  styles: string[];
  surfaces: string[];
  minimum_price: number | null;
  travel_miles: number | null;
  answer_hours: number | null;
  replied_count: number | null;
  asked_count: number | null;
  featured: boolean;
  average_rating: number;
  review_count: number;
}
export interface Wish {
  city: string;
  style: string;
  surface: string;
  budget: string;
  /** The styles of each mural that was chosen, and who painted it. */
  murals: { styles: string[]; artist: string }[];
}
/** How much each part of a score counts, and how many miles artists come who do not say. */
const WEIGHTS = {
  style: 35,
  place: 20,
  surface: 10,
  budget: 10,
  answers: 8,
  acceptance: 5,
  standing: 12,
};
const REACH = 50;

const MOST: Record<string, number> = { 'under-1k': 1000, '1k-5k': 5000, '5k-10k': 10_000 };
const ANSWERS: Record<number, number> = { 1: 1000, 4: 900, 8: 800, 24: 600, 48: 400, 72: 200 };

const isLike = (a: string, b: string) => a.includes(b) || b.includes(a);
/** Styles in small letters, with those of the form that they stand for (section 9). */
function styleWords(styles: readonly string[]): Set<string> {
  const own = styles.map((style) => style.toLowerCase());
  return new Set([...own, ...STYLES.filter((option) => own.some((word) => isLike(word, option)))]);
}

function styleScore(artist: ScoredArtist, { style, murals }: Wish): number {
  const words = styleWords(artist.styles);
  if (murals.some((mural) => mural.artist === artist.id)) return 1000;
  if (murals.length === 0) return words.has(style) ? 1000 : 0;
  const like = murals.filter((mural) =>
    [...styleWords(mural.styles)].some((word) => word !== 'other' && words.has(word)),
  );
  return Math.max(words.has(style) ? 500 : 0, Math.floor((1000 * like.length) / murals.length));
}

/** @param miles to the city of the wish; null where that is not known. */
function placeScore(artist: ScoredArtist, wish: Wish, miles: number | null): number {
  if (artist.city?.toLowerCase() === wish.city.toLowerCase()) return 1000;
  if (miles === null || miles > (artist.travel_miles ?? REACH)) return 0;
  return Math.round(50_000 / (50 + miles));
}

function surfaceScore({ surfaces }: ScoredArtist, { surface }: Wish): number {
  if (surface === 'other' || surfaces.length === 0) return 500;
  const does = SURFACES.some(
    (option) => option === surface && surfaces.some((s) => isLike(s.toLowerCase(), option)),
  );
  return does ? 1000 : 0;
}

function budgetScore({ minimum_price }: ScoredArtist, { budget }: Wish): number {
  const most = MOST[budget];
  if (most === undefined) return 1000;
  return minimum_price === null ? 500 : minimum_price <= most ? 1000 : 0;
}

function answerScore({ answer_hours, replied_count, asked_count }: ScoredArtist): number {
  const often = asked_count ? Math.floor((1000 * (replied_count ?? 0)) / asked_count) : 500;
  return Math.floor(((answer_hours === null ? 500 : (ANSWERS[answer_hours] ?? 500)) + often) / 2);
}

function standingScore({ featured, average_rating, review_count }: ScoredArtist): number {
  const reviews = average_rating === 0 ? 0 : Math.max(review_count, 3);
  const rated = Math.round((100 * (reviews * average_rating + 10.5)) / (reviews + 3));
  return (featured ? 500 : 0) + rated;
}

/** The points of an artist for a wish; null for one who does not fit. A reference for `private.scored_artists`. */
export function points(
  artist: ScoredArtist,
  wish: Wish,
  miles: number | null,
  acceptance = 500,
): number | null {
  const style = styleScore(artist, wish);
  const place = placeScore(artist, wish, miles);
  if (style === 0 && place === 0) return null;
  return (
    WEIGHTS.style * style +
    WEIGHTS.place * place +
    WEIGHTS.surface * surfaceScore(artist, wish) +
    WEIGHTS.budget * budgetScore(artist, wish) +
    WEIGHTS.answers * answerScore(artist) +
    WEIGHTS.acceptance * acceptance +
    WEIGHTS.standing * standingScore(artist)
  );
}

import { APOLOGIES, CLOSINGS, DETAILS, OPENINGS, REPLIES } from './data/review-words.ts';
import { FIRST_NAMES, TEXAS_CITIES } from './data/scale-words.ts';
import type { ArtistSeed } from './data/types.ts';
import { idOf } from './ids.ts';
import { Random } from './random.ts';
import { artistId } from './rows.ts';

type Stars = keyof typeof OPENINGS;

/** No review of the demo is newer: it is the same demo every day. */
const LATEST = Date.parse('2026-10-31T18:00:00Z');
const DAY = 86_400_000;

/** Reviews whose average is the rating of each artist, to one decimal; none for who has no rating. */
export const reviewRows = (artists: readonly ArtistSeed[], now: Date) =>
  artists.flatMap((artist) => reviewsOf(artist, now));

/** The request that the newest review of the demo artist comes from, which waits for a reply. */
const WAITING = {
  artist: 'marisol-vega',
  lead: 'restaurant',
  name: 'Hugo',
  daysAgo: 9,
  body: 'Our dishes as Lotería cards: guests photograph them before they order. El Flan alone is worth the wall.',
};

/** Which request a review comes from, for the one that has one. */
export const checkRows = (reviews: ReturnType<typeof reviewRows>) =>
  reviews
    .filter(({ body }) => body === WAITING.body)
    .map(({ id, artist_id }) => ({
      review_id: id,
      artist_id,
      lead_id: idOf('lead', WAITING.lead),
    }));

function reviewsOf(artist: ArtistSeed, now: Date) {
  if (artist.rating === 0) return [];
  const rng = new Random(`reviews of ${artist.slug}`);
  const stars = rng.shuffle(starsOf(artist.rating, rng.int(4, 6 + (artist.years ?? 0))));
  const since = Date.parse(artist.joined);
  const step = (LATEST - since) / (stars.length + 1);
  const text = textsOf(artist, rng);
  return stars.map((rating, n) => {
    const waits = artist.slug === WAITING.artist && n === stars.length - 1;
    const spread = since + step * (n + rng.range(0.6, 1.4));
    const created = waits ? now.getTime() - WAITING.daysAgo * DAY : spread;
    const name = rng.chance(0.94) ? rng.pick(FIRST_NAMES) : null;
    const answered = rng.chance(rating === 5 ? 0.3 : 0.6) && !waits;
    const replies = rating === 3 ? APOLOGIES : REPLIES;
    const reply = (name ? replies[n % replies.length] : 'Thank you!')?.replace(
      '{name}',
      name ?? '',
    );
    return {
      id: idOf('review', `${artist.slug} ${n}`),
      artist_id: artistId(artist.slug),
      rating,
      body: waits ? WAITING.body : text(rating),
      author_name: waits ? WAITING.name : name,
      author_town: rng.chance(0.75) ? (artist.city ?? null) : rng.pick(TEXAS_CITIES)[0],
      reply: answered ? (reply ?? null) : null,
      replied_at: answered ? new Date(created + rng.range(0.2, 6) * DAY).toISOString() : null,
      created_at: new Date(created).toISOString(),
      updated_at: new Date(created).toISOString(),
    };
  });
}

/** About so many stars whose average is a rating of at least 4, to one decimal: fives, fours, and now and then a three. */
export function starsOf(rating: number, about: number): Stars[] {
  for (let count = about; ; count++) {
    const missing = 5 * count - Math.round(rating * count);
    if (Math.round((10 * (5 * count - missing)) / count) !== Math.round(rating * 10)) continue;
    const threes = Math.floor(missing / 5);
    const fours = missing - 2 * threes;
    return [
      ...Array<Stars>(threes).fill(3),
      ...Array<Stars>(fours).fill(4),
      ...Array<Stars>(count - threes - fours).fill(5),
    ];
  }
}

/** Texts of which no two say the same while there is something else to say. */
function textsOf(artist: ArtistSeed, rng: Random): (rating: Stars) => string {
  const surfaces = artist.surfaces.flatMap((surface) => DETAILS[surface] ?? []);
  const detail = inTurn([...surfaces, ...(DETAILS.any ?? [])], rng);
  const openings = eachInTurn(OPENINGS, rng);
  const closings = eachInTurn(CLOSINGS, rng);
  const said = new Set<string>();
  return (rating) => {
    for (;;) {
      const parts = [openings[rating]()];
      if (rng.chance(0.8)) parts.push(detail());
      if (rng.chance(0.6)) parts.push(closings[rating]());
      const text = parts.join(' ');
      if (said.has(text)) continue;
      said.add(text);
      return text;
    }
  };
}

/** Gives each of them once before any comes again. */
function inTurn(items: readonly string[], rng: Random): () => string {
  let left: string[] = [];
  return () => {
    if (left.length === 0) left = rng.shuffle(items);
    return left.pop() ?? '';
  };
}

const eachInTurn = (items: Record<Stars, readonly string[]>, rng: Random) => ({
  5: inTurn(items[5], rng),
  4: inTurn(items[4], rng),
  3: inTurn(items[3], rng),
});

import { createHash } from 'node:crypto';
import type postgres from 'postgres';
import { positionInTexas } from '#features/map/texas-places.ts';
import { BUDGETS, STYLES, SURFACES } from '#lib/options.ts';
import { STYLE_WORDS, TEXAS_CITIES } from '#seed/data/scale-words.ts';
import type { Random } from '#seed/random.ts';
import { place, some } from '#seed/scale-choices.ts';

export interface MarketArtist {
  id: string;
  name: string;
  slug: string;
  city: string;
  state: 'TX';
  styles: string[];
  surfaces: string[];
  bio: string;
  minimum_price: number | null;
  travel_miles: number | null;
  answer_hours: number | null;
  featured: boolean;
  average_rating: number;
  review_count: number;
  public_visible: boolean;
}
interface MarketRequest {
  id: string;
  city: string;
  style_preference: string;
  surface_type: string;
  budget_range: string;
  created_at: string;
}

/** The same id for the same label, every time. */
export function idOf(label: string): string {
  const hex = createHash('md5').update(label).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** @param joined whether they were there before: whoever comes has no reviews and nobody knows how they answer. */
export function marketArtist(rng: Random, n: number, joined: boolean): MarketArtist {
  const isRated = joined && rng.chance(0.75);
  return {
    id: idOf(`artist ${n}`),
    name: `Artist ${n}`,
    slug: `artist-${n}`,
    city: place(rng),
    state: 'TX',
    styles: some(rng, STYLE_WORDS, 4),
    surfaces: some(rng, SURFACES, 4),
    bio: 'I paint walls of every size. '.repeat(rng.int(2, 20)),
    minimum_price: rng.chance(0.6) ? rng.int(1, 16) * 250 : null,
    travel_miles: rng.chance(0.5) ? rng.int(1, 12) * 25 : null,
    answer_hours: joined && rng.chance(0.6) ? rng.pick([1, 4, 8, 24, 48, 72]) : null,
    featured: joined && rng.chance(0.05),
    average_rating: isRated ? Math.round(rng.range(3.6, 5) * 10) / 10 : 0,
    review_count: isRated ? rng.int(1, 40) : 0,
    public_visible: joined,
  };
}

export function marketRequest(rng: Random, n: number, at: Date): MarketRequest {
  return {
    id: idOf(`request ${n}`),
    city: place(rng),
    style_preference: rng.pick(STYLES),
    surface_type: rng.pick(SURFACES),
    budget_range: rng.pick(BUDGETS),
    created_at: at.toISOString(),
  };
}

/** What a request wishes for, from 0 (nothing of it) to 1: the style, that they come, the surface, the price. */
export function wishesMet(artist: MarketArtist, request: MarketRequest, miles: Miles): number {
  const { style_preference: style, surface_type: surface, budget_range: budget } = request;
  const most = { 'under-1k': 1000, '1k-5k': 5000, '5k-10k': 10_000 }[budget] ?? Infinity;
  const away = miles(artist.city, request.city);
  const met = [
    artist.styles.some((word) => word.toLowerCase().includes(style)),
    away !== null && away <= (artist.travel_miles ?? 50),
    surface === 'other' || artist.surfaces.includes(surface),
    artist.minimum_price === null || artist.minimum_price <= most,
  ];
  return met.filter(Boolean).length / met.length;
}

type Miles = (from: string, to: string) => number | null;

/** Puts the cities there, and gives how far they are from each other, as the database says it. */
export async function marketCities(sql: postgres.Sql): Promise<Miles> {
  for (const [name] of TEXAS_CITIES) {
    const at = positionInTexas(name, 'TX');
    await sql`insert into public.cities (city_name, state, latitude, longitude)
      values (${name}, 'TX', ${at?.latitude ?? null}, ${at?.longitude ?? null})`;
  }
  const rows = await sql<{ here: string; there: string; miles: number }[]>`
    select c.city_name as here, o.city_name as there, m.miles from public.cities c
    cross join lateral private.miles_from(lower(c.city_name)) m join public.cities o on o.slug = m.city_slug`;
  const known = new Map(rows.map(({ here, there, miles }) => [`${here}|${there}`, miles]));
  return (from, to) => known.get(`${from}|${to}`) ?? null;
}

export async function insertArtists(sql: postgres.ISql, all: MarketArtist[]): Promise<void> {
  for (let n = 0; n < all.length; n += 1000)
    await sql`insert into public.artists ${sql(all.slice(n, n + 1000))}`;
}

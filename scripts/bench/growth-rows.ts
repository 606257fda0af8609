import type { ListedArtist } from '#features/artists/artist.ts';
import type { City } from '#features/cities/city.ts';
import { texasPlaces } from '#features/map/texas-places.ts';
import type { Mural } from '#features/murals/mural.ts';
import { variantsOf } from '#features/pictures/picture-variants.ts';
import type { PublicReview } from '#features/requests/reviews/public-review.ts';
import { SURFACES } from '#lib/options.ts';
import { slugify } from '#lib/slug.ts';
import {
  FIRST_NAMES,
  LAST_NAMES,
  MEDIUM_WORDS,
  PHRASES,
  REQUESTS,
  STYLE_WORDS,
  TEXAS_CITIES,
} from '#seed/data/scale-words.ts';
import { Random } from '#seed/random.ts';
import { some } from '#seed/scale-choices.ts';
import type { DirectoryRows } from '#site/directory/directory-change.ts';
import type { MediaIndex } from '#site/media.ts';

/** What each artist brings on average, as in the demo: 50 murals and 407 reviews of 37 artists. */
const MURALS_EACH = 1.35;
const REVIEWS_EACH = Number(process.env.BENCH_GROWTH_REVIEWS ?? 11);
const PICTURES_EACH = 5;

/** A town's directory has some forty cities, a country's three hundred. */
const CITIES = { least: 40, most: 300 };
const ARTISTS_A_CITY = 300;
/** How often an unknown town comes up, beside those of the seed. */
const SMALL_TOWN = 4;

/** Rows as they are read from the database; each text is one of its own in memory, as if it had come from there. */
export class Growth {
  readonly #rng = new Random('growth');
  readonly #cities: City[];
  readonly #tickets: string[];
  #artists = 0;
  #murals = 0;

  constructor(artists: number) {
    const count = Math.min(CITIES.most, CITIES.least + Math.floor(artists / ARTISTS_A_CITY));
    const weights = new Map(TEXAS_CITIES);
    this.#cities = texasPlaces()
      .slice(0, count)
      .map((place) => ({
        id: this.#id(),
        city_name: place.name,
        state: 'TX',
        slug: `${place.slug}-tx`,
        description: `Mural artists in and around ${place.name}.`,
        cover_photo: null,
        artist_count: Math.floor(artists / count),
        featured: false,
        latitude: place.latitude,
        longitude: place.longitude,
        old_slugs: [],
        created_at: CREATED,
      }));
    this.#tickets = this.#cities.flatMap(({ city_name }) =>
      Array.from({ length: weights.get(city_name) ?? SMALL_TOWN }, () => city_name),
    );
  }

  /** A whole directory of so many artists. */
  rows(artists: number): DirectoryRows {
    const rows: DirectoryRows = {
      artists: [],
      murals: [],
      cities: this.#cities,
      reviews: [],
      mural_redirects: [],
      estimate_rates: [],
      city_rules: [],
    };
    for (let n = 0; n < artists; n++) {
      const artist = this.artist();
      rows.artists.push(artist);
      for (let i = this.#about(MURALS_EACH); i > 0; i--) rows.murals.push(this.mural(artist));
      for (let i = artist.review_count; i > 0; i--) rows.reviews.push(this.review(artist));
    }
    return rows;
  }

  artist(): ListedArtist {
    const rng = this.#rng;
    const name = `${rng.pick(FIRST_NAMES)} ${rng.pick(LAST_NAMES)}`;
    const city = rng.pick(this.#tickets);
    const rated = rng.chance(0.85);
    const created = this.#time();
    return {
      id: this.#id(),
      name: own(name),
      slug: own(`${slugOf(name)}-${(this.#artists++).toString(36)}`),
      city: own(city),
      state: 'TX',
      city_slug: own(`${slugOf(city)}-tx`),
      bio: own(`${rng.pick(PHRASES)} ${rng.pick(PHRASES)}`.replaceAll('{city}', city)),
      styles: some(rng, STYLE_WORDS, 4).map(own),
      mediums: some(rng, MEDIUM_WORDS, 3).map(own),
      surfaces: some(rng, SURFACES, 3).map(own),
      profile_photo: rng.chance(0.8) ? this.#picture() : null,
      portfolio_images: Array.from({ length: rng.int(1, PICTURES_EACH) }, () => this.#picture()),
      picture_details: {},
      featured: rng.chance(0.03),
      public_visible: true,
      average_rating: rated ? Math.round(rng.range(3.4, 5) * 10) / 10 : 0,
      review_count: rated ? this.#about(REVIEWS_EACH / 0.85) : 0,
      answer_hours: rng.chance(0.6) ? rng.pick([1, 4, 8, 24, 48]) : null,
      walls_painted: rng.int(0, 3),
      replied_count: 9,
      asked_count: 10,
      years_experience: rng.int(0, 35),
      languages: ['English'],
      travel_miles: rng.chance(0.5) ? rng.int(1, 12) * 25 : null,
      insured: rng.chance(0.5),
      insured_to: null,
      minimum_price: rng.chance(0.6) ? rng.int(1, 16) * 250 : null,
      website: null,
      social_links: [],
      paused_until: null,
      unclaimed: false,
      created_at: created,
      updated_at: created,
    };
  }

  mural(artist: ListedArtist): Mural {
    const rng = this.#rng;
    const title = own(`${rng.pick(STYLE_WORDS)} No. ${++this.#murals}`);
    const created = this.#time();
    const place = this.#cities.find(({ slug }) => slug === artist.city_slug);
    const pinned = rng.chance(0.7) && place?.latitude && place.longitude;
    return {
      id: this.#id(),
      slug: own(slugOf(title)),
      title,
      description: own(rng.pick(PHRASES).replaceAll('{city}', artist.city ?? '')),
      city: artist.city,
      state: artist.state,
      city_slug: artist.city_slug,
      location_details: own(`${rng.int(100, 9900)} Main Street`),
      date_completed: created.slice(0, 10),
      surface_type: rng.pick(SURFACES),
      medium: rng.pick(MEDIUM_WORDS),
      dimensions: null,
      width_ft: rng.int(8, 90),
      height_ft: rng.int(8, 30),
      position: 0,
      latitude: pinned ? (place.latitude ?? 0) + rng.range(-0.1, 0.1) : null,
      longitude: pinned ? (place.longitude ?? 0) + rng.range(-0.1, 0.1) : null,
      styles: some(rng, STYLE_WORDS, 3).map(own),
      image_url: this.#picture(),
      gallery_images: Array.from({ length: rng.int(0, 2) }, () => this.#picture()),
      before_url: null,
      license: null,
      credit: null,
      picture_details: {},
      featured: false,
      public_visible: true,
      artist_id: artist.id,
      created_at: created,
      published_at: null,
      updated_at: created,
    };
  }

  review(artist: ListedArtist): PublicReview {
    const rng = this.#rng;
    const created = this.#time();
    const replied = rng.chance(0.37);
    return {
      id: this.#id(),
      artist_id: artist.id,
      rating: rng.int(3, 5),
      body: own(rng.pick(REQUESTS)),
      author_name: rng.pick(FIRST_NAMES),
      author_town: rng.pick(this.#tickets),
      pictures: [],
      reply: replied ? own('Thank you, and greetings to everybody on the block.') : null,
      replied_at: replied ? created : null,
      created_at: created,
      updated_at: created,
      public_visible: true,
    };
  }

  /** A whole number around this one. */
  #about(mean: number): number {
    return Math.floor(mean * 2 * this.#rng.next() + 0.5);
  }

  #time(): string {
    return new Date(FIRST + this.#rng.int(0, SECONDS) * 1000).toISOString();
  }

  #picture(): string {
    return own(`http://127.0.0.1/storage/v1/object/public/portfolio-images/${this.#id()}`);
  }

  #id(): string {
    const four = () => this.#rng.int(0, 0xffff).toString(16).padStart(4, '0');
    const [a, b, c, d, e, f, g] = [four(), four(), four(), four(), four(), four(), four()];
    return own(`${a}${b}-${c}-4${d.slice(1)}-a${e.slice(1)}-${f}${g}${a}`);
  }
}

const CREATED = '2026-01-01T00:00:00+00:00';
const FIRST = Date.UTC(2024, 0, 1);
const SECONDS = 2 * 365 * 86_400;

/** In one piece, and no other's: what is put together from parts keeps them all. */
const own = (text: string): string => Buffer.from(text).toString();

const slugs = new Map<string, string>();
function slugOf(text: string): string {
  const known = slugs.get(text);
  if (known !== undefined) return known;
  const slug = slugify(text);
  if (slugs.size < 20_000) slugs.set(text, slug);
  return slug;
}

/** Every upload has a picture, whose files are nowhere. */
export const picturesOfNothing: MediaIndex = {
  picture: (url) => (url ? variantsOf(hashIn(url), PICTURE) : null),
  preview: () => null,
};
const PICTURE = { width: 1280, height: 960, color: '#d8c3a5' };
const hashIn = (url: string) => url.slice(-36).replaceAll('-', '').slice(0, 20);

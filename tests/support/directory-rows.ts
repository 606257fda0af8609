import type { ListedArtist } from '#features/artists/artist.ts';
import type { City } from '#features/cities/city.ts';
import type { Mural, MuralRedirect } from '#features/murals/mural.ts';
import type { CityRule } from '#features/permits/city-rule.ts';
import type { Picture } from '#features/pictures/picture.ts';
import type { PublicReview } from '#features/requests/reviews/public-review.ts';
import { Directory } from '#site/directory/directory.ts';

/** 1 is '00000000-0000-4000-8000-000000000001': ids that sort like their numbers. */
export const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** A public artist; `n` makes it distinct, `values` what the test is about. */
export function anArtist(n: number, values: Partial<ListedArtist> = {}): ListedArtist {
  return {
    id: id(n),
    name: `Artist ${n}`,
    slug: `artist-${n}`,
    city: 'San Antonio',
    state: 'TX',
    city_slug: 'san-antonio-tx',
    bio: null,
    styles: [],
    mediums: [],
    surfaces: [],
    profile_photo: null,
    portfolio_images: [],
    picture_details: {},
    featured: false,
    public_visible: true,
    average_rating: 0,
    review_count: 0,
    answer_hours: null,
    walls_painted: 0,
    replied_count: null,
    asked_count: null,
    years_experience: null,
    languages: [],
    travel_miles: null,
    insured: false,
    insured_to: null,
    minimum_price: null,
    website: null,
    social_links: [],
    paused_until: null,
    unclaimed: false,
    created_at: '2026-01-01T00:00:00+00:00',
    updated_at: '2026-01-01T00:00:00+00:00',
    ...values,
  };
}

export function aMural(n: number, values: Partial<Mural> = {}): Mural {
  return {
    id: id(n),
    slug: `mural-${n}`,
    title: `Mural ${n}`,
    description: null,
    city: 'San Antonio',
    state: 'TX',
    city_slug: 'san-antonio-tx',
    location_details: null,
    date_completed: null,
    surface_type: null,
    medium: null,
    dimensions: null,
    width_ft: null,
    height_ft: null,
    position: 0,
    latitude: null,
    longitude: null,
    styles: [],
    image_url: null,
    gallery_images: [],
    before_url: null,
    license: null,
    credit: null,
    picture_details: {},
    featured: false,
    public_visible: true,
    artist_id: null,
    created_at: '2026-01-01T00:00:00+00:00',
    published_at: null,
    updated_at: '2026-01-01T00:00:00+00:00',
    ...values,
  };
}

/** Where mural `to` was before. */
export function aRedirect(n: number, to: number, slug = `old-${n}`): MuralRedirect {
  return { id: id(n), slug, mural_id: id(to), created_at: '2026-01-01T00:00:00+00:00' };
}

export function aCity(n: number, values: Partial<City> = {}): City {
  return {
    id: id(n),
    city_name: `City ${n}`,
    state: 'TX',
    slug: `city-${n}-tx`,
    description: null,
    cover_photo: null,
    artist_count: 0,
    old_slugs: [],
    featured: false,
    latitude: null,
    longitude: null,
    created_at: '2026-01-01T00:00:00+00:00',
    ...values,
  };
}

export function aReview(n: number, values: Partial<PublicReview> = {}): PublicReview {
  return {
    id: id(n),
    artist_id: id(1),
    rating: 5,
    body: `Review ${n}: a wall that the whole street talks about.`,
    author_name: 'Ana',
    author_town: 'Boerne',
    pictures: [],
    reply: null,
    replied_at: null,
    created_at: '2026-01-01T00:00:00+00:00',
    updated_at: '2026-01-01T00:00:00+00:00',
    public_visible: true,
    ...values,
  };
}

export function aRule(n: number, values: Partial<CityRule> = {}): CityRule {
  return {
    id: id(n),
    city_slug: 'austin-tx',
    title: `Rule ${n}`,
    body: 'Ask the city first.',
    source_name: 'City of Austin',
    source_url: 'https://www.austintexas.gov/page',
    checked_on: '2026-01-01',
    applies: ['outside'],
    updated_at: '2026-01-01T00:00:00+00:00',
    ...values,
  };
}

export function aPicture(name: string, widths = [320, 640, 1280], height = 0): Picture {
  const width = widths.at(-1) ?? 320;
  return {
    width,
    height: height || Math.round(width * 0.75),
    color: '#c40f68',
    sources: widths.map((w) => ({
      width: w,
      avif: `/media/${name}-${w}.avif`,
      webp: `/media/${name}-${w}.webp`,
      ...(w === 640 && { jpg: `/media/${name}-${w}.jpg` }),
    })),
  };
}

/** A media index that has every picture but those named `broken`. */
export const allPictures = {
  preview: () => null,
  picture: (url: string | null) => (url && url !== 'broken' ? aPicture(url) : null),
};

/** A directory of these rows and no others. */
export const directoryOf = (rows: Partial<ConstructorParameters<typeof Directory>[0]>): Directory =>
  new Directory({
    artists: [],
    murals: [],
    cities: [],
    reviews: [],
    mural_redirects: [],
    estimate_rates: [],
    city_rules: [],
    ...rows,
  });

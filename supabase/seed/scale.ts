import { positionInTexas } from '#features/map/texas-places.ts';
import { SURFACES } from '#lib/options.ts';
import { slugify } from '#lib/slug.ts';
import { inParallel } from '#node/concurrency.ts';
import {
  type Account,
  ADMIN,
  ARTIST,
  DEMO_ACCOUNTS,
  DEMO_ARTIST,
  insertAccounts,
} from './accounts.ts';
import {
  FIRST_NAMES,
  LAST_NAMES,
  MEDIUM_WORDS,
  PHRASES,
  STYLE_WORDS,
  TEXAS_CITIES,
} from './data/scale-words.ts';
import { planGallery } from './gallery.ts';
import { idOf } from './ids.ts';
import { keptPicture, keptPictures, PICTURE_TYPE } from './pictures.ts';
import { Random } from './random.ts';
import { place, some } from './scale-choices.ts';
import { seedScaleLeads } from './scale-leads.ts';
import { insertMany, publicUrl, type SeedTarget } from './target.ts';

const POOL = 24;

/**
 * N synthetic artists and N/2 murals over Texas, with fields of realistic size and a shared pool of pictures, and what
 * comes in for so many: leads, clients and their sessions.
 */
export async function seedScale(target: SeedTarget, count: number): Promise<void> {
  const rng = new Random('scale');
  await insertAccounts(target, DEMO_ACCOUNTS);
  const urls = await uploadPool(target);
  target.log(`Writing ${count} artists…`);
  const artists = Array.from({ length: count }, (_, i) =>
    artistRow(rng, i, urls, i === 0 ? ARTIST : null),
  );
  await insertMany(target, 'public.artists', artists);
  await insertMany(
    target,
    'public.artist_contacts',
    artists.map((row) => ({
      artist_id: row.id,
      email: `${row.slug}@example.com`,
      phone: '(210) 555-0100',
    })),
  );
  const murals = Array.from({ length: Math.floor(count / 2) }, (_, i) =>
    muralRow(rng, i, urls, artists[i * 2]?.id ?? null),
  );
  await insertMany(target, 'public.murals', murals);
  await insertMany(
    target,
    'public.cities',
    TEXAS_CITIES.slice(0, 40).map(([name], i) => ({
      id: idOf('city', name),
      city_name: name,
      state: 'TX',
      slug: `${slugify(name)}-tx`,
      description: `Mural artists in and around ${name}.`,
      cover_photo: urls[i % urls.length] ?? null,
      artist_count: 0,
      featured: i < 4,
      ...positionInTexas(name, 'TX'),
      created_at: ADMIN.created,
    })),
  );
  await seedScaleLeads(
    target,
    artists.map(({ id }) => id),
  );
}

/** Some of the demo's walls, uploaded by the admin. */
async function uploadPool(target: SeedTarget): Promise<string[]> {
  const kept = await keptPictures();
  const walls = planGallery().pictures.slice(0, POOL);
  const paths = walls.map((_, i) => `${ADMIN.id}/${Date.parse(ADMIN.created)}-${i}.avif`);
  await inParallel(walls.entries(), 4, async ([i, wall]) => {
    const picture = await keptPicture(kept, 'portfolio-images', wall);
    await target.putObject('portfolio-images', paths[i] ?? '', picture, PICTURE_TYPE);
  });
  return paths.map((path) => publicUrl(target.origin, 'portfolio-images', path));
}

const day = (rng: Random): string =>
  new Date(
    Date.UTC(2024, 0, 1) + rng.int(0, 640) * 86_400_000 + rng.int(0, 86_399) * 1000,
  ).toISOString();

function artistRow(rng: Random, i: number, urls: readonly string[], account: Account | null) {
  const name = account?.name ?? `${rng.pick(FIRST_NAMES)} ${rng.pick(LAST_NAMES)}`;
  const city = place(rng);
  return {
    id: idOf('scale-artist', String(i)),
    user_id: account?.id ?? null,
    name,
    slug: account ? DEMO_ARTIST : `${slugify(name)}-${i.toString(36).padStart(5, '0')}`,
    city,
    state: rng.chance(0.1) ? 'Texas' : 'TX',
    bio: Array.from({ length: rng.int(2, 6) }, () => rng.pick(PHRASES))
      .join(' ')
      .replaceAll('{city}', city),
    styles: some(rng, STYLE_WORDS, 4),
    mediums: some(rng, MEDIUM_WORDS, 3),
    surfaces: some(rng, SURFACES, 3),
    profile_photo: rng.chance(0.8) ? (urls[i % urls.length] ?? null) : null,
    portfolio_images: some(rng, urls, 6),
    featured: rng.chance(0.03),
    public_visible: account !== null || rng.chance(0.95),
    average_rating: rng.chance(0.25) ? 0 : Math.round(rng.range(3.4, 5) * 10) / 10,
    years_experience: rng.int(0, 35),
    created_at: day(rng),
  };
}

function muralRow(rng: Random, i: number, urls: readonly string[], artist: string | null) {
  const city = place(rng);
  const title = `${rng.pick(STYLE_WORDS)} No. ${i + 1}`;
  const finished = day(rng);
  return {
    id: idOf('scale-mural', String(i)),
    slug: slugify(title),
    title,
    description: `${rng.pick(PHRASES)} ${rng.pick(PHRASES)}`.replaceAll('{city}', city),
    city,
    state: 'TX',
    location_details: `${rng.int(100, 9900)} Main Street`,
    date_completed: finished.slice(0, 10),
    surface_type: rng.pick(SURFACES),
    medium: rng.pick(MEDIUM_WORDS),
    dimensions: `${rng.int(8, 30)} ft × ${rng.int(12, 90)} ft`,
    styles: some(rng, STYLE_WORDS, 3),
    image_url: urls[i % urls.length] ?? null,
    gallery_images: some(rng, urls, 3),
    featured: rng.chance(0.02),
    public_visible: rng.chance(0.97),
    artist_id: artist,
    created_at: finished,
  };
}

import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { positionInTexas } from '#features/map/texas-places.ts';
import { applyChanges } from '#site/affected-routes.ts';
import type { DirectoryChange } from '#site/directory/directory-change.ts';
import { harness } from '#tests/publish/harness.ts';
import { testBundle } from '#tests/support/bundle.ts';
import { ofFile } from '#tests/support/of-file.ts';

/** Bytes that a visitor loads before touching anything (brotli), over pages as full as the demo's. */

const KB = 1024;
let clientDir: string;

const IMAGES = Array.from(
  { length: 12 },
  (_, i) => `http://127.0.0.1:4321/storage/v1/object/public/portfolio-images/x/${i}.jpg`,
);
const BIO = `Raised on the South Side between a panadería and a body shop, I learned colour from both. My walls
  carry marigolds, herons and the neighbours who feed them; most begin with an afternoon of listening, and every one is
  sealed against sun and spray so that it is still bright when the children in it have grown.`;

const CITIES = ['San Antonio', 'Austin', 'Seguin', 'Boerne', 'Schertz', 'New Braunfels'];

const OPINIONS = [
  `She came twice to look at the light before she drew a line, and asked the children of the block what flies over
  the creek. Three weeks later the wall of our laundry has become where people meet. Neat, on time, and kind.`,
  `Our café had a blank brick side that collected tags. It has been four months and nobody has touched the herons.
  The price was what we had agreed on, the lift came with it, and the sealing was explained to us in plain words.`,
  `A mural for a school with two hundred opinions about it is no easy thing. The sketches changed three times and her
  patience never did. The only delay was rain; she called each morning to tell us whether she would paint.`,
];
const REPLY = `Thank you for the coffee at seven each morning and for trusting me with your corner. Send me a picture when
  the bougainvillea has grown up to the second heron!`;

/** Every run makes the same pages: by chance one had ten bytes more, and other murals. */
const BEGUN = '2026-03-01T12:00:00Z';

const site = ofFile(() => harness());
beforeAll(async () => {
  const { sql } = site.backend;
  await sql(
    `insert into public.cities (city_name, state, slug, description, featured, cover_photo, latitude, longitude)
     select c, 'TX', private.city_slug(c, 'TX'), 'Walls along the river.', true, $1, latitude, longitude
     from unnest($2::text[], $3::numeric[], $4::numeric[]) as places (c, latitude, longitude)`,
    [
      IMAGES[0],
      CITIES,
      CITIES.map((city) => positionInTexas(city, 'TX')?.latitude),
      CITIES.map((city) => positionInTexas(city, 'TX')?.longitude),
    ],
  );
  await sql(
    `insert into public.artists (id, created_at, name, slug, city, state, bio, styles, mediums, surfaces,
       portfolio_images, featured, public_visible, average_rating, years_experience)
     select md5('artist ' || n)::uuid, $3::timestamptz + n * interval '1 day',
       'Marisol Vega ' || n, 'marisol-vega-' || n, 'San Antonio', 'TX', $1,
       '{Abstract,Nature,Chicano Art,Lettering}', '{Acrylic,Spray Paint}', '{brick,stucco}', $2, true, true, 4.8, n
     from generate_series(1, 14) n`,
    [BIO, IMAGES, BEGUN],
  );
  await sql(
    `insert into public.murals (id, created_at, slug, title, description, city, state, location_details, image_url, gallery_images,
       styles, date_completed, surface_type, medium, width_ft, height_ft, latitude, longitude, before_url, license, credit,
       public_visible, artist_id)
     select md5('mural ' || n)::uuid, $4::timestamptz + n * interval '1 day', 'garza-' || n, 'La garza ' || n, $1, 'San Antonio', 'TX', '12 South Flores Street', $2::text, $3, '{Nature}',
       '2024-05-01', 'brick', 'Acrylic', 40, 24, 29.3 + n % 30 / 100.0, -98.6 + n % 23 / 100.0, $2, 'cc-by-nc',
       'Photos by Inés Prado', true, (select id from public.artists where slug = 'marisol-vega-' || (1 + n / 5))
     from generate_series(1, 40) n`,
    [BIO, IMAGES[0], IMAGES.slice(0, 4), BEGUN],
  );
  await sql(
    `update public.artists set answer_hours = 4, walls_painted = 12, replied_count = 9, asked_count = 10,
       languages = '{English,Spanish}', travel_miles = 60, insured = true, insured_to = '2027-03-15', minimum_price = 1500, website = 'https://marisolvega.art',
       social_links = '{https://instagram.com/marisolvega,https://facebook.com/marisol.vega.murals}'
     where slug = 'marisol-vega-1'`,
  );
  await sql(
    `insert into public.reviews (artist_id, rating, body, author_name, author_town, pictures, reply, replied_at, created_at)
     select a.id, 5 - n % 7 / 3, left(($1::text[])[1 + n % 3] || ' Number ' || n || '. ' || $2::text, 300 + n * 30),
       (array['Ana', 'Luis', 'Priya', 'Jo'])[1 + n % 4], (array['Boerne', 'Seguin', null])[1 + n % 3],
       case when n % 2 = 0 then $3::text[] else '{}' end, case when n % 2 = 1 then $4::text end,
       case when n % 2 = 1 then $5::timestamptz end, $5::timestamptz - n * interval '9 days'
     from public.artists a, generate_series(1, 50) n where a.slug = 'marisol-vega-1'`,
    [OPINIONS, BIO.repeat(4), IMAGES.slice(4, 7), REPLY, BEGUN],
  );
  await site.buildAll();
  clientDir = (await testBundle()).clientDir;
}, 180_000);

const PAGES = {
  home: 'index.html',
  artists: 'artists.html',
  artist: 'artist/marisol-vega-1.html',
  mural: 'mural/garza-1.html',
  city: 'mural-artists/san-antonio-tx.html',
  murals: 'murals.html',
  'service areas': 'service-areas.html',
  cost: 'cost.html',
} as const;
type PageName = keyof typeof PAGES;

it.each([
  ['home', 20],
  ['artist', 12],
  ['cost', 14],
] as const)('%s: HTML and CSS in %i KB', async (name, budget) => {
  const html = await pageText(name);
  const styles = [...html.matchAll(/<link[^>]*rel="stylesheet"[^>]*>/g)].map(
    ([tag]) => /href="([^"]+)"/.exec(tag)?.[1] ?? '',
  );
  expect(styles.length).toBeGreaterThan(0);
  const bytes = await Promise.all(styles.map(async (href) => compressed(await asset(href))));
  expect(compressed(html) + sum(bytes)).toBeLessThanOrEqual(budget * KB);
});

it.each(['home', 'artist', 'mural', 'murals', 'city', 'service areas', 'cost'] as const)(
  '%s: scripts that run before the first press in 3 KB, inline ones included',
  async (name) => {
    const html = await pageText(name);
    const files = new Map<string, string>();
    for (const [, src] of html.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)) {
      await collect(src ?? '', files);
    }
    expect(files.size).toBeGreaterThan(0);
    const inline = [
      ...html.matchAll(/<script(?![^>]*(?:\ssrc=|ld\+json))[^>]*>([\s\S]*?)<\/script>/g),
    ];
    expect(inline.length).toBeGreaterThan(0);
    const text = inline.map(([, script]) => script).join('');
    const total = compressed(text) + sum([...files.values()].map(compressed));
    expect(total).toBeLessThanOrEqual(3 * KB);
  },
);

it('has a map of its cities in 4 KB, which asks nobody for anything', async () => {
  const [map = ''] =
    (await pageText('service areas')).match(/<svg[^>]*class="map-art"[\s\S]*?<\/g><\/svg>/) ?? [];
  expect(map).not.toBe('');
  expect(compressed(map)).toBeLessThanOrEqual(4 * KB);
  expect(map).not.toMatch(/https?:|<image|url\(/);
});

it.each([
  ['artists', 2],
  ['city', 2],
  ['mural', 1],
  ['murals', 1],
] as const)('%s: %i of its pictures before all others', async (name, count) => {
  expect((await pageText(name)).match(/<img[^>]*fetchpriority="high"/gi)).toHaveLength(count);
});

it('what every page loads once somebody reaches for it: 11 KB, and no React', async () => {
  const files = new Map<string, string>();
  await collect(await deferredScript(), files);
  for (const [file, script] of files)
    expect(script, file).not.toMatch(/react\.(element|transitional)|GoTrue|createRoot/);
  expect(sum([...files.values()].map(compressed))).toBeLessThanOrEqual(11 * KB);
});

it('a mural on somebody’s wall: 16 KB more than a page has, and only when it is asked for', async () => {
  const names = (await readdir(path.join(clientDir, '_astro'))).filter((name) =>
    name.endsWith('.js'),
  );
  const scripts = new Map<string, string>();
  for (const name of names) scripts.set(`/_astro/${name}`, await asset(`/_astro/${name}`));
  const [pages, piece] = [new Map<string, string>(), new Map<string, string>()];
  await collect(await deferredScript(), pages);
  // Of the two languages the one whose addresses these pages have, too.
  const base = [...pages.keys()].find((name) => name.includes('/base.')) ?? '';
  const [composer = ''] =
    [...scripts].find(
      ([, text]) => text.includes('wall-start-mural') && text.includes(path.basename(base)),
    ) ?? [];
  await collect(composer, piece);
  expect(pages.size).toBeGreaterThan(0);
  expect([...pages.keys()]).not.toContain(composer);
  const more = [...piece].filter(([name]) => !pages.has(name)).map(([, text]) => compressed(text));
  expect(sum(more)).toBeLessThanOrEqual(16 * KB);
});

it('pages with maps hardly grow from 200 murals to 10,000, and one more changes a few of them', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  const pages = async (murals: number) => {
    await site.backend.sql(
      `insert into public.murals (slug, title, city, state, image_url, styles, public_visible, latitude, longitude)
       select 'wall-' || n, 'Wall ' || n, c.city_name, 'TX', $1, '{Nature}', true,
         case when n % 2 = 0 then c.latitude + (n % 97 - 48) / 500.0 end,
         case when n % 2 = 0 then c.longitude + (n % 89 - 44) / 500.0 end
       from generate_series((select count(*) from public.murals) + 1, $2) n
       join lateral (select * from public.cities order by slug offset n % 6 limit 1) c on true`,
      [IMAGES[0], murals],
    );
    const directory = await site.read();
    const routes = ['/service-areas', '/mural-artists/san-antonio-tx', '/mural/wall-100'];
    const sizes = routes.map(async (route) => {
      const { body } = await site.renderer.render(route, { directory, media: site.media });
      return compressed(String(body));
    });
    return { directory, sizes: await Promise.all(sizes) };
  };
  const few = await pages(200);
  const { directory, sizes } = await pages(10_000);
  const growth = sizes.map((size, i) => size / (few.sizes[i] ?? 0));
  expect(Math.max(...growth)).toBeLessThanOrEqual(1.05);

  const mural = directory.mural('wall-5000')?.mural;
  if (!mural) throw new Error('no wall-5000');
  const added = { ...mural, id: randomUUID(), slug: 'one-more', title: 'One more' };
  const change = { id: 1, table: 'murals', rowId: added.id, old: null, new: added, deleted: false };
  const affected = applyChanges(directory, [change as DirectoryChange]);
  const routes = [...affected.byChange.values()].flatMap((set) => [...set]);
  expect(routes).toContain('/mural/one-more');
  expect(routes.length).toBeLessThanOrEqual(16);
});

/** What English pages load at the first sign of a person. */
async function deferredScript(): Promise<string> {
  const files = new Map<string, string>();
  for (const [, src] of (await pageText('home')).matchAll(/<script[^>]*\ssrc="([^"]+)"/g))
    await collect(src ?? '', files);
  const [name] = /deferred\.[\w-]+\.js/.exec([...files.values()].join('')) ?? [];
  return `/_astro/${name}`;
}

/** A script and all that it imports at once; what it imports later does not count. */
async function collect(src: string, files: Map<string, string>): Promise<void> {
  if (files.has(src)) return;
  const script = await asset(src);
  files.set(src, script);
  for (const [, file] of script.matchAll(/\b(?:import|from)\s*["`](\.[^"`]+\.js)["`]/g)) {
    await collect(path.posix.join(path.posix.dirname(src), file ?? ''), files);
  }
}

const asset = (href: string) => readFile(path.join(clientDir, href), 'utf8');
const compressed = (text: string) => brotliCompressSync(text).length;
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

async function pageText(name: PageName): Promise<string> {
  const text = await site.page(PAGES[name]);
  if (!text) throw new Error(`no page ${PAGES[name]}`);
  return text;
}

import type { Backend } from '#embedded/index.ts';
import { pauseChoices } from '#features/artists/pause.ts';

/** A repeatable source of numbers (mulberry32): a failing run is repeated by its seed. */
export function random(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n: number) => Math.floor(next() * n);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  const some = <T>(items: readonly T[], most: number): T[] =>
    [...items].sort(() => next() - 0.5).slice(0, below(most + 1));
  const part = () => below(0x10000).toString(16).padStart(4, '0');
  /** A row's: the database's own would be others each time, and with them which row is changed, and some orders. */
  const id = () => `${part()}${part()}-${part()}-4000-8000-${part()}${part()}${part()}`;
  return { next, below, pick, some, id };
}
export type Random = ReturnType<typeof random>;

const PLACES = [
  ['San Antonio', 'TX'],
  ['San Antonio', 'Texas'],
  ['Austin', 'TX'],
  ['Boerne', 'tx'],
  ['austin', 'tx'],
  ['Kerrville', 'TX'],
  ['Marfa', 'TX'],
  ['Paris', 'Île-de-France'],
  [null, null],
] as const;
const STYLES = [
  'Abstract',
  'abstract',
  'Nature',
  'Lettering',
  'Graffiti',
  'Chicano Art',
  'Chicano-Art',
  'Say "hola", \\{x}',
  '壁画',
  'Other',
];
const SURFACES = [null, 'brick', 'Brick', 'metal'];
const MEDIUMS = ['Acrylic', 'Spray Paint', 'acrylic', 'Mosaic'];
const IMAGES = ['a', 'b', 'c', 'd'].map(
  (name) => `http://127.0.0.1:4321/storage/v1/object/public/portfolio-images/x/${name}.jpg`,
);
/** Some near each other, some at one place, one far away, and none. */
const POINTS = [
  [29.42412, -98.49363],
  [29.42412, -98.49363],
  [29.43, -98.48],
  [29.5512, -98.2695],
  [29.79466, -98.73197],
  [30.26715, -97.74306],
  [48.85, 2.35],
  [null, null],
] as const;
const DATES = ['2024-01-01T00:00:00Z', '2024-06-01T12:00:00Z', '2025-02-03T04:05:06Z'];

type Sql = Backend['sql'];
type Change = { name: string; run: (sql: Sql, r: Random, n: number) => Promise<unknown> };

async function anyId(sql: Sql, table: string, r: Random): Promise<string | null> {
  const rows = await sql<{ id: string }>(`select id from public.${table} order by id`);
  return rows.length > 0 ? r.pick(rows).id : null;
}

const aWall = (left: number) => [
  [left / 2, 0],
  [1, 0.1],
  [0.9, 1],
  [0, 0.8],
];

/** One update of a random row; does nothing while there is none. */
function update(table: string, column: string, value: (r: Random, n: number) => unknown): Change {
  return {
    name: `${table}.${column}`,
    run: async (sql, r, n) => {
      const id = await anyId(sql, table, r);
      if (id)
        await sql(`update public.${table} set ${column} = $2 where id = $1`, [id, value(r, n)]);
    },
  };
}

function remove(table: string): Change {
  return {
    name: `delete ${table}`,
    run: async (sql, r) =>
      sql(`delete from public.${table} where id = $1`, [await anyId(sql, table, r)]),
  };
}

export const CHANGES: Change[] = [
  {
    name: 'insert artist',
    run: (sql, r, n) => {
      const [city, state] = r.pick(PLACES);
      return sql(
        `insert into public.artists (id, name, slug, city, state, bio, styles, mediums, surfaces, profile_photo,
           portfolio_images, featured, public_visible, average_rating, years_experience, created_at, unclaimed)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
        [
          r.id(),
          `Artist ${n}`,
          `artist-${n}`,
          city,
          state,
          r.pick([null, 'Paints <walls> & "more".']),
          r.some(STYLES, 3),
          r.some(MEDIUMS, 2),
          ['brick'],
          r.pick([null, ...IMAGES]),
          r.some(IMAGES, 3),
          r.next() < 0.3,
          r.next() < 0.8,
          r.below(51) / 10,
          r.pick([null, 1, 7]),
          r.pick(DATES),
          r.next() < 0.2,
        ],
      );
    },
  },
  {
    name: 'insert mural',
    run: async (sql, r, n) => {
      const [city, state] = r.pick(PLACES);
      return sql(
        `insert into public.murals (id, slug, title, description, city, state, image_url, gallery_images, styles,
           date_completed, public_visible, artist_id, created_at, featured, surface_type, medium, latitude, longitude)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
        [
          r.id(),
          `mural-${n}`,
          `Mural ${n}`,
          r.pick([null, 'A wall.']),
          city,
          state,
          r.pick([null, ...IMAGES]),
          r.some(IMAGES, 2),
          r.some(STYLES, 2),
          '2024-05-01',
          r.next() < 0.8,
          r.next() < 0.8 ? await anyId(sql, 'artists', r) : null,
          r.pick(DATES),
          r.next() < 0.3,
          r.pick(SURFACES),
          r.pick([null, ...MEDIUMS]),
          ...(r.next() < 0.5 ? r.pick(POINTS) : [null, null]),
        ],
      );
    },
  },
  {
    name: 'insert city',
    run: async (sql, r) => {
      const [city] = r.pick(PLACES.filter(([name, state]) => name && state?.length === 2));
      return sql(
        `insert into public.cities (id, city_name, state, slug, description, featured, latitude, longitude)
         select $4::uuid, $1, 'TX', private.city_slug($1, 'TX'), 'Walls.', false, $2, $3
         where not exists (select 1 from public.cities c where c.slug = private.city_slug($1, 'TX'))`,
        [city, ...r.pick(POINTS), r.id()],
      );
    },
  },
  {
    name: 'insert review',
    run: async (sql, r, n) => {
      const artist = await anyId(sql, 'artists', r);
      if (!artist) return;
      await sql(
        `insert into public.reviews (id, artist_id, rating, body, author_name, author_town, pictures, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          r.id(),
          artist,
          1 + r.below(5),
          `Review ${n}: <b>a wall</b> that "everybody" knows. `.repeat(1 + r.below(12)),
          r.pick(['Ana', 'Zoë & Co.', null]),
          r.pick([null, 'Boerne']),
          r.some(IMAGES, 3),
          r.pick(DATES),
        ],
      );
    },
  },
  update('reviews', 'body', (_, n) => `Review ${n}, which was written anew.`),
  update('reviews', 'rating', (r) => 1 + r.below(5)),
  update('reviews', 'author_name', (r) => r.pick([null, 'Luz'])),
  {
    name: 'reply to review',
    run: async (sql, r, n) =>
      sql(
        `update public.reviews set reply = $2, replied_at = case when $2::text is not null then now() end where id = $1`,
        [await anyId(sql, 'reviews', r), r.pick([null, `Thank you ${n}!`])],
      ),
  },
  {
    name: 'hide or show review',
    run: async (sql, r) =>
      sql(
        `update public.reviews set hidden_at = case when hidden_at is null then now() end,
           hidden_reason = case when hidden_at is null then 'Names a neighbour.' end where id = $1`,
        [await anyId(sql, 'reviews', r)],
      ),
  },
  remove('reviews'),
  {
    name: 'trust facts',
    run: async (sql, r) =>
      sql(
        `update public.artists set answer_hours = $2, walls_painted = $3, asked_count = $4, replied_count = $5 where id = $1`,
        [
          await anyId(sql, 'artists', r),
          r.pick([null, 1, 4, 72]),
          r.below(3),
          ...r.pick([
            [null, null],
            [10, 9],
            [5, 0],
          ]),
        ],
      ),
  },
  update('artists', 'bio', (_, n) => `Bio ${n}`),
  update('artists', 'name', (_, n) => `Renamed ${n}`),
  update('artists', 'slug', (_, n) => `moved-${n}`),
  update('artists', 'featured', (r) => r.next() < 0.5),
  update('artists', 'public_visible', (r) => r.next() < 0.6),
  update('artists', 'paused_until', (r) => r.pick([null, ...pauseChoices().map((m) => m.value)])),
  update('artists', 'unclaimed', (r) => r.next() < 0.5),
  update('artists', 'average_rating', (r) => r.below(51) / 10),
  update('artists', 'styles', (r) => r.some(STYLES, 4)),
  update('artists', 'mediums', (r) => r.some(MEDIUMS, 3)),
  update('artists', 'languages', (r) => r.some(['English', 'Español'], 2)),
  update('artists', 'travel_miles', (r) => r.pick([null, 0, 1, 250])),
  update('artists', 'insured', (r) => r.next() < 0.5),
  update('artists', 'insured_to', (r) => (r.next() < 0.5 ? '2031-05-01' : null)),
  update('artists', 'minimum_price', (r) => r.pick([null, 0, 1500])),
  update('artists', 'website', (r) => r.pick([null, 'https://ana.art/?a=1&b=2'])),
  update('artists', 'social_links', (r) => r.some(['https://x.com/a', 'http://b.co'], 2)),
  update('artists', 'profile_photo', (r) => r.pick([null, ...IMAGES])),
  update('artists', 'portfolio_images', (r) => r.some(IMAGES, 4)),
  update('artists', 'created_at', (r) => r.pick(DATES)),
  {
    name: 'artist moves',
    run: async (sql, r) => {
      const [city, state] = r.pick(PLACES);
      const id = await anyId(sql, 'artists', r);
      return sql('update public.artists set city = $2, state = $3 where id = $1', [
        id,
        city,
        state,
      ]);
    },
  },
  update('murals', 'title', (_, n) => `Retitled ${n}`),
  update('murals', 'slug', (_, n) => `wall-${n}`),
  // Back and forth among few titles: addresses come, lead on and are taken again.
  update('murals', 'title', (r) => `River ${r.below(6)}`),
  update('murals', 'position', (r) => r.below(4)),
  update('murals', 'before_url', (r) => r.pick([null, ...IMAGES])),
  update('murals', 'license', (r) => r.pick([null, 'cc-by', 'all-rights-reserved'])),
  update('murals', 'credit', (r) => r.pick([null, 'With "Los <Primos>"'])),
  update('murals', 'picture_details', (r) =>
    Object.fromEntries(
      r
        .some(IMAGES, 2)
        .map((url) => [
          url,
          { x: r.next(), y: 0.25, alt: 'A "heron"', ...r.pick([{}, { corners: aWall(r.next()) }]) },
        ]),
    ),
  ),
  update('artists', 'picture_details', (r) =>
    Object.fromEntries(r.some(IMAGES, 2).map((url) => [url, { x: 0.5, y: r.next() }])),
  ),
  {
    name: 'mural is measured',
    run: async (sql, r) =>
      sql(
        'update public.murals set width_ft = $2, height_ft = $3, latitude = $4, longitude = $5 where id = $1',
        [
          await anyId(sql, 'murals', r),
          r.pick([null, 24, 12.5]),
          r.pick([null, 10]),
          ...r.pick([
            [null, null],
            [29.42412, -98.49363],
          ]),
        ],
      ),
  },
  {
    name: 'mural is taken down or shown again',
    run: async (sql, r) =>
      sql(
        `update public.murals set public_visible = hidden_at is not null, hidden_at = case when hidden_at is null then now() end,
           hidden_reason = case when hidden_at is null then 'Not a wall' end where id = $1`,
        [await anyId(sql, 'murals', r)],
      ),
  },
  {
    name: 'murals.public_visible',
    run: async (sql, r) =>
      sql('update public.murals set public_visible = $2 where id = $1 and hidden_at is null', [
        await anyId(sql, 'murals', r),
        r.next() < 0.6,
      ]),
  },
  {
    name: 'insert rule',
    run: (sql, r, n) =>
      sql(
        `insert into public.city_rules (id, city_slug, title, body, source_name, source_url, checked_on, applies)
         values ($1, $2, $3, 'Ask <first> & "soon".', 'City', 'https://example.com/rule', '2026-01-01', $4)`,
        [
          r.id(),
          r.pick(['san-antonio-tx', 'austin-tx', 'boerne-tx', 'marfa-tx']),
          `Rule ${n}`,
          r.some(['outside', 'lettering', 'rented'], 2),
        ],
      ),
  },
  update('city_rules', 'title', (r) => r.pick(['Ask first', 'Ask twice'])),
  update('city_rules', 'checked_on', (r) => r.pick(['2025-01-01', '2026-02-02'])),
  remove('city_rules'),
  {
    name: 'rates of estimates',
    run: (sql, r) =>
      sql('update public.estimate_rates set lift_above = $1, spans = jsonb_set(spans, $2, $3)', [
        10 + r.below(3),
        ['foot.graphic'],
        JSON.stringify([15, 30 + r.below(3)]),
      ]),
  },
  {
    name: 'what accepted proposals say',
    run: (sql, r) =>
      sql('update public.estimate_rates set walls = $1', [
        JSON.stringify(
          r.some([{ complexity: 'graphic', size: 'medium', low: 20, high: 25, walls: 23 }], 1),
        ),
      ]),
  },
  update('murals', 'featured', (r) => r.next() < 0.5),
  update('murals', 'description', (_, n) => `Story ${n} of a wall.`),
  update('murals', 'styles', (r) => r.some(STYLES, 3)),
  update('murals', 'surface_type', (r) => r.pick(SURFACES)),
  update('murals', 'medium', (r) => r.pick([null, ...MEDIUMS])),
  {
    name: 'mural moves',
    run: async (sql, r) => {
      const [city, state] = r.pick(PLACES);
      const id = await anyId(sql, 'murals', r);
      return sql('update public.murals set city = $2, state = $3 where id = $1', [id, city, state]);
    },
  },
  update('murals', 'image_url', (r) => r.pick([null, ...IMAGES])),
  update('murals', 'created_at', (r) => r.pick(DATES)),
  update('murals', 'published_at', (r) => r.pick([null, ...DATES])),
  {
    name: 'mural point',
    run: async (sql, r) =>
      sql('update public.murals set latitude = $2, longitude = $3 where id = $1', [
        await anyId(sql, 'murals', r),
        ...r.pick(POINTS),
      ]),
  },
  {
    name: 'city position',
    run: async (sql, r) =>
      sql('update public.cities set latitude = $2, longitude = $3 where id = $1', [
        await anyId(sql, 'cities', r),
        ...r.pick(POINTS),
      ]),
  },
  {
    name: 'mural changes hands',
    run: async (sql, r) => {
      const artist = r.next() < 0.8 ? await anyId(sql, 'artists', r) : null;
      const id = await anyId(sql, 'murals', r);
      return sql('update public.murals set artist_id = $2 where id = $1', [id, artist]);
    },
  },
  {
    name: 'city is renamed',
    // Another spelling of the same place, so that it keeps its address.
    run: async (sql, r) =>
      sql('update public.cities set city_name = upper(city_name) where id = $1 and $2', [
        await anyId(sql, 'cities', r),
        r.next() < 0.7,
      ]),
  },
  update('cities', 'description', (_, n) => `City ${n}`),
  update('cities', 'featured', (r) => r.next() < 0.5),
  update('cities', 'cover_photo', (r) => r.pick([null, ...IMAGES])),
  remove('artists'),
  remove('murals'),
  remove('cities'),
  {
    name: 'all artists at once',
    run: (sql, r) =>
      sql(
        `update public.artists set styles = $1, average_rating = average_rating / 2, featured = slug like $2`,
        [r.some(STYLES, 3), `%${r.below(10)}`],
      ),
  },
  {
    name: 'half of the artists hide or show themselves',
    run: (sql, r) =>
      sql('update public.artists set public_visible = not public_visible where slug < $1', [
        r.pick(['artist-2', 'artist-3', 'moved-1', 'z']),
      ]),
  },
  {
    name: 'some go together',
    run: (sql, r) =>
      sql('delete from public.artists where slug like $1', [`%${r.below(10)}${r.below(10)}`]),
  },
];

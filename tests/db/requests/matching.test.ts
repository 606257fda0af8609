/** @module-tag effort */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import { pauseChoices } from '#features/artists/pause.ts';
import { reasonLine, reasonsSchema } from '#features/requests/match-reason.ts';
import { BUDGETS, STYLES, SURFACES } from '#lib/options.ts';
import { backendOfFile } from '../../support/backend.ts';
import { points, type ScoredArtist, type Wish } from '../../support/cases/match-score.ts';
import { effort } from '../../support/effort.ts';
import { byStanding, isMatch, matchingArtists } from '../../support/matching.ts';
import { scratch, scratchTests } from '../support/actors.ts';
import { valuesIn } from '../support/read.ts';
import { id } from '../support/world.ts';

const CITIES: [string, number | null, number | null][] = [
  ['San Antonio', 29.42412, -98.49363],
  ['Boerne', 29.79466, -98.73197],
  ['Austin', 30.26715, -97.74306],
  ['El Paso', 31.75872, -106.48693],
  ['Marfa', null, null],
];
const MURALS = [
  { id: id('calavera'), styles: ['Calavera', 'Portrait'] },
  { id: id('nature'), styles: ['Nature'] },
  { id: id('other'), styles: ['Other', 'Hand Lettering'] },
];

interface Row extends ScoredArtist {
  name: string;
  slug: string;
  state: string;
  public_visible: boolean;
  unclaimed: boolean;
  paused_until: string | null;
  /** Requests of the last seven days, and older ones. */
  week: number;
  older: number;
}

const artist = fc.record({
  city: fc.constantFrom(...CITIES.map(([name]) => name), 'san antonio', null),
  styles: fc.subarray(['Abstract', 'nature', 'Calavera', 'Hand Lettering', 'Other', 'Portrait'], {
    maxLength: 3,
  }),
  surfaces: fc.subarray(['brick', 'Stucco', 'metal doors']),
  minimum_price: fc.constantFrom(null, 0, 800, 5000, 20_000),
  travel_miles: fc.constantFrom(null, 0, 40, 100, 3000),
  answer_hours: fc.constantFrom(null, 1, 4, 24, 72),
  rating: fc.constantFrom([0, 0], [5, 1], [4.5, 20], [3, 8], [4.8, 0]),
  asked: fc.constantFrom(null, [5, 5], [10, 3]),
  featured: fc.boolean(),
  public_visible: fc.constantFrom(true, true, true, false),
  unclaimed: fc.constantFrom(false, false, false, true),
  paused_until: fc.constantFrom(null, null, null, pauseChoices()[0]?.value ?? null),
  week: fc.constantFrom(0, 0, 1, 21),
  older: fc.constantFrom(0, 0, 4),
});
const population = fc.array(artist, { minLength: 1, maxLength: 16 }).map((all) =>
  all.map(
    ({ rating, asked, ...one }, n): Row => ({
      ...one,
      // Nothing can be sent to who is not there.
      ...(one.unclaimed && { week: 0, older: 0 }),
      id: id(`artist ${n}`),
      name: `M${n}`,
      slug: `m${n}`,
      state: 'TX',
      average_rating: rating[0] ?? 0,
      review_count: rating[1] ?? 0,
      asked_count: asked?.[0] ?? null,
      replied_count: asked?.[1] ?? null,
    }),
  ),
);
const wish = fc.record({
  city: fc.constantFrom('San Antonio', 'Austin', 'marfa', 'Nowhere'),
  style: fc.constantFrom(...STYLES),
  surface: fc.constantFrom(...SURFACES),
  budget: fc.constantFrom(...BUDGETS),
  chosen: fc.subarray(MURALS),
  asked: fc.option(fc.nat(15)),
});
type Asked = typeof wish extends fc.Arbitrary<infer W> ? W : never;

const db = await backendOfFile();
const it = scratchTests(db);
beforeAll(async () => {
  await db.sql('delete from public.cities');
  for (const [name, latitude, longitude] of CITIES)
    await db.sql(
      `insert into public.cities (city_name, state, latitude, longitude) values ($1, 'TX', $2, $3)`,
      [name, latitude, longitude],
    );
});

const COLUMNS = `id, name, slug, city, state, styles, surfaces, minimum_price, travel_miles, featured, average_rating,
  review_count, public_visible, unclaimed, paused_until`;

async function insertArtists(tx: Queryable, rows: readonly Row[]): Promise<void> {
  await tx.sql(
    `insert into public.artists (${COLUMNS}) select ${COLUMNS} from jsonb_populate_recordset(null::public.artists, $1::jsonb)`,
    [rows],
  );
  const given = rows.flatMap((row) =>
    [...Array(row.week).fill(2), ...Array(row.older).fill(30)].map((days, n) => ({
      lead: id(`${row.id} ${n}`),
      artist: row.id,
      days,
    })),
  );
  await tx.sql(
    `with given as (select * from jsonb_to_recordset($1::jsonb) g (lead uuid, artist uuid, days int)),
     leads as (insert into public.lead_records (id, kind, project_description) select g.lead, 'consultation', 'Please call me.' from given g)
     select 1 as one`,
    [given],
  );
  await tx.sql(
    `insert into public.lead_assignments (lead_id, artist_id, created_at)
     select g.lead, g.artist, now() - make_interval(days => g.days) from jsonb_to_recordset($1::jsonb) g (lead uuid, artist uuid, days int)`,
    [given],
  );
  await tx.sql('set constraints all immediate');
  await tx.sql(
    `update public.artists a set answer_hours = r.answer_hours, asked_count = r.asked_count, replied_count = r.replied_count
     from jsonb_populate_recordset(null::public.artists, $1::jsonb) r where r.id = a.id`,
    [rows],
  );
}

/** Murals to choose from, and the request. */
async function insertWish(tx: Queryable, asked: Asked, painter: string | null): Promise<string> {
  const lead = id('the request');
  for (const mural of MURALS)
    await tx.sql(
      `insert into public.murals (id, slug, title, public_visible, artist_id, styles) values ($1::uuid, 'w' || $1, 'W', true, $2, $3)`,
      [mural.id, mural.id === MURALS[0]?.id ? painter : null, mural.styles],
    );
  await tx.sql(
    `insert into public.lead_records (id, city, project_description, surface_type, style_preference, budget_range)
     values ($1, $2, 'A wall for our shop', $3, $4, $5)`,
    [lead, asked.city, asked.surface, asked.style, asked.budget],
  );
  if (asked.chosen.length > 0)
    await tx.sql('insert into public.request_details (lead_id, mural_ids) values ($1, $2)', [
      lead,
      asked.chosen.map((mural) => mural.id),
    ]);
  return lead;
}

interface Scored {
  artist_id: string;
  rank: number;
  score: number;
  week: number;
  requests: number;
}
const scored = (tx: Queryable, lead: string, first: string | null, limit: number) =>
  tx.sql<Scored>('select * from private.scored_artists($1, $2, null, now(), $3) order by rank', [
    lead,
    first,
    limit,
  ]);
async function milesTo(tx: Queryable, city: string): Promise<Map<string, number>> {
  const rows = await tx.sql<{ name: string; miles: number }>(
    `select lower(c.city_name) as name, m.miles from private.miles_from(lower($1)) m join public.cities c on c.slug = m.city_slug`,
    [city],
  );
  return new Map(rows.map(({ name, miles }) => [name, Number(miles)]));
}

interface Case {
  tx: Queryable;
  rows: Row[];
  asked: Asked;
  lead: string;
  first: string | null;
  /** Everybody who fits, in order. */
  all: Scored[];
}

/** Runs over random populations and requests, each in a transaction of its own. */
async function overPopulations(count: number, run: (one: Case) => Promise<void>): Promise<void> {
  for (const [rows, asked] of fc.sample(fc.tuple(population, wish), count))
    await scratch(db, async (tx) => {
      await insertArtists(tx, rows);
      const painter = rows[0]?.id ?? null;
      const lead = await insertWish(tx, asked, painter);
      const first = asked.asked === null ? null : (rows[asked.asked]?.id ?? null);
      await run({ tx, rows, asked, lead, first, all: await scored(tx, lead, first, 1000) });
    });
}

const isOpen = (row: Row) => row.public_visible && !row.unclaimed && row.paused_until === null;
/** The artist of the murals that were chosen, where there is one who takes requests. */
const painters = (asked: Asked, rows: readonly Row[]) =>
  rows
    .slice(0, 1)
    .filter((row) => isOpen(row) && asked.chosen.some(({ id: mural }) => mural === MURALS[0]?.id));
const wishOf = (asked: Asked, rows: readonly Row[]): Wish => ({
  ...asked,
  murals: asked.chosen.map((mural, _, __) => ({
    styles: mural.styles,
    artist: mural.id === MURALS[0]?.id ? (rows[0]?.id ?? '') : '',
  })),
});

describe('scores', () => {
  test('are those of the reference, of everybody who fits and takes requests, and of nobody else', {
    tags: 'long',
    timeout: 600_000,
  }, async () => {
    await overPopulations(effort(15), async ({ tx, rows, asked, first, all }) => {
      const miles = await milesTo(tx, asked.city);
      const wanted = rows.filter(isOpen).flatMap((row) => {
        const there = miles.get(row.city?.toLowerCase() ?? '') ?? null;
        const score = points(row, wishOf(asked, rows), there);
        return score !== null || row.id === first ? [row.id] : [];
      });
      expect(all.map((one) => one.artist_id).sort()).toEqual(wanted.sort());
      for (const one of all) {
        const row = rows.find((each) => each.id === one.artist_id) as Row;
        const there = miles.get(row.city?.toLowerCase() ?? '') ?? null;
        const score = points(row, wishOf(asked, rows), there);
        if (score !== null)
          expect(one).toMatchObject({ score, week: row.week, requests: row.week + row.older });
      }
    });
  });

  test('order everybody: who was asked for, then who has not had their share, then by points', async () => {
    await overPopulations(effort(4), async ({ tx, rows, first, all }) => {
      const given = rows.reduce((sum, row) => sum + row.week, 0);
      const artists = rows.filter((row) => row.public_visible && !row.unclaimed).length;
      const share = Math.max(20, Math.ceil((2 * given) / Math.max(artists, 1)));
      const key = (one: Scored) => [
        one.artist_id === first ? 0 : 1,
        one.artist_id !== first && one.week >= share ? 1 : 0,
        -one.score,
      ];
      const keys = all.map(key);
      expect(keys).toEqual(
        keys.toSorted(
          (a, b) =>
            (a[0] as number) - (b[0] as number) ||
            (a[1] as number) - (b[1] as number) ||
            (a[2] as number) - (b[2] as number),
        ),
      );
      expect(all.map((one) => one.rank)).toEqual(all.map((_, n) => n + 1));
      if (first && rows.some((row) => row.id === first && isOpen(row)))
        expect(all[0]?.artist_id).toBe(first);

      const isNew = (one: Scored) => one.requests < 3;
      const five = all.slice(0, 5);
      const newcomer = all.find(isNew);
      const wanted =
        newcomer && five.length === 5 && !five.some(isNew) ? [...five.slice(0, 4), newcomer] : five;
      const lead = id('the request');
      const offered = await scored(tx, lead, first, 5);
      expect(offered.map((one) => one.artist_id)).toEqual(wanted.map((one) => one.artist_id));
      if (all.some(isNew)) expect(offered.some(isNew)).toBe(true);
      expect(await scored(tx, lead, first, 5)).toEqual(offered);
    });
  }, 600_000);

  it('do not depend on the order of the rows, and tell equal artists apart differently for each request', async (tx) => {
    const [one] = fc.sample(population, 1);
    const equal = Array.from({ length: 8 }, (_, n) => ({
      ...(one?.[0] as Row),
      ...{
        id: id(`equal ${n}`),
        name: `E${n}`,
        slug: `e${n}`,
        city: 'San Antonio',
        public_visible: true,
      },
      ...{ unclaimed: false, paused_until: null, week: 0, older: 0 },
    }));
    const firsts: string[][] = [];
    for (const rows of [equal, equal.toReversed()]) {
      await tx.sql('savepoint before');
      await insertArtists(tx, rows);
      const order: string[] = [];
      for (let n = 0; n < 24; n++) {
        const lead = id(`request ${n}`);
        await tx.sql(
          `insert into public.lead_records (id, city, project_description, surface_type, style_preference, budget_range)
             values ($1, 'San Antonio', 'A wall for our shop', 'brick', 'nature', '1k-5k')`,
          [lead],
        );
        order.push(...(await scored(tx, lead, null, 5)).map(({ artist_id }) => artist_id));
      }
      firsts.push(order);
      await tx.sql('rollback to savepoint before');
    }
    expect(firsts[0]).toEqual(firsts[1]);
    expect(new Set(firsts[0]?.filter((_, n) => n % 5 === 0)).size).toBeGreaterThan(4);
  });
});

test('what matching compares is what it would be from scratch, whatever changes', async () => {
  const PROFILES = `select to_jsonb(p) || jsonb_build_object('words', array(
    select w.word from private.match_words w where w.artist_id = p.artist_id order by 1)) as row from private.match_profiles p order by p.artist_id`;
  const CHANGES = [
    'public_visible = not public_visible',
    `styles = '{Murals, nature}'`,
    `styles = '{}'`,
    `city = 'Austin', state = 'TX'`,
    'unclaimed = false',
    'minimum_price = 4, travel_miles = 4',
    'featured = not featured',
  ];
  for (const [rows, changes] of fc.sample(
    fc.tuple(
      population,
      fc.array(fc.tuple(fc.nat(15), fc.constantFrom(...CHANGES)), { maxLength: 12 }),
    ),
    effort(3),
  ))
    await scratch(db, async (tx) => {
      await insertArtists(tx, rows);
      for (const [n, change] of changes)
        await tx.sql(`update public.artists set ${change} where id = $1`, [
          rows[n]?.id ?? rows[0]?.id,
        ]);
      await tx.sql(`delete from public.lead_assignments where artist_id = $1`, [rows[0]?.id]);
      await tx.sql(`delete from public.artists where id = $1`, [rows[1]?.id ?? null]);
      const kept = await tx.sql(PROFILES);
      await tx.sql('delete from private.match_profiles');
      await tx.sql(
        'select private.refresh_match_profiles(array(select a.id from public.artists a)) as done',
      );
      expect(kept).toEqual(await tx.sql(PROFILES));
    });
}, 600_000);

it('how many requests an artist has taken up counts from five decisions on', async (tx) => {
  const [base] = fc.sample(population, 1);
  const row: Row = {
    ...(base?.[0] as Row),
    public_visible: true,
    unclaimed: false,
    week: 0,
    older: 6,
  };
  await insertArtists(tx, [row]);
  const score = async () =>
    (await tx.sql<{ acceptance: number }>('select acceptance from private.match_profiles'))[0]
      ?.acceptance;
  expect(await score()).toBe(500);
  await tx.sql(`update public.lead_assignments set state = 'talking', status = 'in_review'`);
  await tx.sql(
    `update public.lead_assignments set state = 'declined' where lead_id in (select lead_id from public.lead_assignments limit 3)`,
  );
  await tx.sql('set constraints all immediate');
  expect(await score()).toBe(500);
  await tx.sql(`update public.lead_assignments set state = 'talking'`);
  expect(await score()).toBe(1000);
});

const FAIR = `insert into private.settings (key, value) values ('matching', 'scores')`;

describe('as long as nobody chose otherwise', () => {
  test('section 9 of the specification names who is offered, whoever fits better', async () => {
    await overPopulations(effort(4), async ({ tx, rows, asked, lead }) => {
      await tx.sql('select private.offer_artists($1, null) as done', [lead]);
      const open = rows.filter((row) => row.public_visible && !row.unclaimed);
      const [row] = await tx.sql<{ matches: { id: string; reason: string; reasons: unknown }[] }>(
        'select private.request_matches($1) as matches',
        [lead],
      );
      const matches = row?.matches ?? [];
      const liked = painters(asked, rows);
      const others = matchingArtists(open, { city: asked.city, style: asked.style });
      expect(matches.map((match) => match.id)).toEqual(
        [...liked, ...others.filter((row) => !liked.includes(row))].slice(0, 5).map(({ id }) => id),
      );
      for (const { reason, reasons } of matches)
        expect(reasonLine(reasonsSchema.parse(reasons))).toBe(reason);
    });
  }, 600_000);

  test('several who were asked for by name come first, in their order, and three more at least', async () => {
    await overPopulations(effort(3), async ({ tx, rows, asked, lead }) => {
      const some = rows.slice(0, 4).toReversed();
      const ids = some.map((row) => row.id);
      await tx.sql('select private.offer_artists($1, $2) as done', [lead, [...ids, randomUUID()]]);
      const offered = await tx.sql<{ artist_id: string; asked: boolean }>(
        'select artist_id, asked from private.request_offers where lead_id = $1 order by rank',
        [lead],
      );
      const open = rows.filter((row) => row.public_visible && !row.unclaimed);
      const named = some.filter(isOpen);
      const others = matchingArtists(open, asked, 10).filter((row) => !named.includes(row));
      expect(offered).toEqual([
        ...named.map((row) => ({ artist_id: row.id, asked: true })),
        ...others
          .slice(0, Math.min(5, Math.max(5 - named.length, 3)))
          .map((row) => ({ artist_id: row.id, asked: false })),
      ]);
    });
  }, 600_000);

  test('the next artists and those suggested to an admin follow the same rule', async () => {
    await overPopulations(effort(3), async ({ tx, rows, asked, lead }) => {
      const liked = painters(asked, rows);
      const fits = [
        ...liked,
        ...rows
          .filter((row) => isOpen(row) && isMatch(row, asked) && !liked.includes(row))
          .sort(byStanding),
      ].map((row) => row.id);
      const ids = async (from: string) =>
        (await tx.sql<{ artist_id: string }>(`${from} order by rank`, [lead])).map(
          (row) => row.artist_id,
        );
      expect(await ids('select * from private.request_suggestions($1, 3)')).toEqual(
        fits.slice(0, 3),
      );
      await tx.sql('select private.offer_artists($1, null) as done', [lead]);
      const offered = await ids('select * from private.request_offers where lead_id = $1');
      expect(await ids('select * from private.next_matches($1, 3)')).toEqual(
        fits.filter((one) => !offered.includes(one)).slice(0, 3),
      );
    });
  }, 600_000);
});

describe('the artists of murals that were chosen', () => {
  /** Six with a mural each and the second with two, none of whom fits; and eight who do. */
  async function artists(tx: Queryable): Promise<void> {
    await tx.sql(
      `insert into public.artists (id, name, slug, city, state, styles, average_rating, public_visible)
       select md5('a' || n)::uuid, 'A' || n, 'a' || n, case when n > 6 then 'Austin' else 'El Paso' end, 'TX',
         case when n > 6 then '{Nature}'::text[] else '{Lettering}' end, case when n > 6 then 5 else 1 end, true
       from generate_series(1, 14) n`,
    );
    await tx.sql(
      `insert into public.murals (id, slug, title, public_visible, artist_id)
       select md5('m' || n)::uuid, 'wall-' || n, 'W', true, md5('a' || least(n, 6))::uuid from generate_series(1, 7) n`,
    );
  }
  async function offersOf(tx: Queryable, murals: number[], named: number[] = []) {
    const [lead] = await tx.sql<{ id: string }>(
      `insert into public.lead_records (city, project_description, surface_type, style_preference, budget_range)
       values ('Austin', 'A wall for our shop', 'brick', 'nature', '1k-5k') returning id`,
    );
    await tx.sql(
      `insert into public.request_details (lead_id, mural_ids)
       select $1, array_agg(md5('m' || n)::uuid order by at) from unnest($2::int[]) with ordinality x (n, at)`,
      [lead?.id, murals],
    );
    await tx.sql(
      `select private.offer_artists($1, array(select md5('a' || n)::uuid from unnest($2::int[]) n)) as done`,
      [lead?.id, named],
    );
    const [row] = await tx.sql<{ matches: { name: string; asked: boolean; reason: string }[] }>(
      'select private.request_matches($1) as matches',
      [lead?.id],
    );
    return { lead: lead?.id, matches: row?.matches ?? [] };
  }
  const namesOf = ({ matches }: Awaited<ReturnType<typeof offersOf>>) =>
    matches.map(({ name }) => name);

  test.each([['specification'], ['scores']])(
    'come first by the rule %s, whoever fits, in the order of the murals',
    (rule) =>
      scratch(db, async (tx) => {
        await tx.sql(`insert into private.settings (key, value) values ('matching', $1)`, [rule]);
        await artists(tx);
        const found = await offersOf(tx, [3, 1]);
        expect(namesOf(found).slice(0, 2)).toEqual(['A3', 'A1']);
        expect(found.matches).toHaveLength(5);
        expect(found.matches[0]).toMatchObject({
          asked: false,
          reason: 'painted a mural you like',
        });
        expect(
          namesOf(found)
            .slice(2)
            .every((name) => Number(name.slice(1)) > 6),
        ).toBe(true);
      }),
  );

  it('count once for several murals, stand behind those asked for by name, and leave places for three who fit', async (tx) => {
    await artists(tx);
    expect(namesOf(await offersOf(tx, [6, 7])).filter((name) => name === 'A6')).toHaveLength(1);
    expect(namesOf(await offersOf(tx, [2, 4], [5, 4])).slice(0, 3)).toEqual(['A5', 'A4', 'A2']);
    const six = namesOf(await offersOf(tx, [6, 5, 4, 3, 2, 1]));
    expect(six.slice(0, 6)).toEqual(['A6', 'A5', 'A4', 'A3', 'A2', 'A1']);
    expect(six).toHaveLength(9);
  });

  it('are left out while they are hidden, paused or not there, and so are hidden murals', async (tx) => {
    await artists(tx);
    await tx.sql(`update public.artists set public_visible = false where slug = 'a1'`);
    await tx.sql(`update public.artists set paused_until = $1 where slug = 'a2'`, [
      pauseChoices()[0]?.value,
    ]);
    await tx.sql(`update public.artists set unclaimed = true where slug = 'a3'`);
    await tx.sql(`update public.murals set public_visible = false where slug = 'wall-4'`);
    const names = namesOf(await offersOf(tx, [1, 2, 3, 4, 5]));
    expect(names[0]).toBe('A5');
    expect(names.slice(1).every((name) => Number(name.slice(1)) > 6)).toBe(true);
  });

  it('are suggested to an admin first, but for those who have the request', async (tx) => {
    await artists(tx);
    const { lead } = await offersOf(tx, [2, 1]);
    const suggested = () =>
      valuesIn<string>(
        tx,
        `select a.name from private.request_suggestions($1, 3) s join public.artists a on a.id = s.artist_id order by s.rank`,
        [lead],
      );
    expect((await suggested()).slice(0, 2)).toEqual(['A2', 'A1']);
    await tx.sql(
      `insert into public.lead_assignments (lead_id, artist_id) values ($1, md5('a2')::uuid)`,
      [lead],
    );
    expect((await suggested())[0]).toBe('A1');
  });
});

test.each([
  ['nothing', [], 'specification'],
  ['the fair rule', ['scores'], 'scores'],
  ['the rule of the specification', ['specification'], 'specification'],
])('where an operator chose %s, that is the rule', (_, chosen, rule) =>
  scratch(db, async (tx) => {
    for (const value of chosen)
      await tx.sql(`insert into private.settings (key, value) values ('matching', $1)`, [value]);
    expect(await tx.sql('select private.matching_rule() as rule')).toEqual([{ rule }]);
  }),
);

describe('the reason', () => {
  const KNOWN = { bio: null, state: 'TX', public_visible: true };
  const reasonOf = async (
    tx: Queryable,
    columns: object,
    wanted: object = {},
    murals: string[] = [],
  ) => {
    const row = { id: id('one'), name: 'One', slug: 'one', ...KNOWN, ...columns };
    const names = Object.keys(row).join(', ');
    await tx.sql(FAIR);
    await tx.sql(
      `insert into public.artists (${names}) select ${names} from jsonb_populate_record(null::public.artists, $1::jsonb)`,
      [row],
    );
    const asked = { city: 'San Antonio', style: 'nature', surface: 'stucco', budget: '1k-5k' };
    const chosen = MURALS.filter((mural) => murals.includes(mural.id));
    const lead = await insertWish(
      tx,
      { ...asked, ...wanted, chosen, asked: null } as Asked,
      id('one'),
    );
    await tx.sql('select private.offer_artists($1, null) as done', [lead]);
    const [answer] = await tx.sql<{ matches: { reason: string; reasons: unknown }[] }>(
      'select private.request_matches($1) as matches',
      [lead],
    );
    const [match] = answer?.matches ?? [];
    // The page says the same from the codes.
    if (match) expect(reasonLine(reasonsSchema.parse(match.reasons))).toBe(match.reason);
    return match?.reason;
  };
  const everything = {
    city: 'Boerne',
    styles: ['Nature', 'Calavera'],
    surfaces: ['Stucco'],
    minimum_price: 1200,
    answer_hours: 4,
  };
  test.each<[string, object, string | undefined, wanted?: object, murals?: string[]]>([
    [
      'everything',
      everything,
      'paints Nature · 29 miles away · does stucco · walls from $1,200 · usually answers within 4 hours',
    ],
    ['a style with it', { city: 'Austin', styles: ['Nature Scenes'] }, 'paints Nature Scenes'],
    [
      'the town',
      { city: 'San Antonio', answer_hours: 48 },
      'works in San Antonio · usually answers within 2 days',
    ],
    [
      'only what has to do with it',
      { ...everything, minimum_price: 9000 },
      'paints Nature · usually answers within 4 hours',
      { surface: 'other', city: 'Austin' },
    ],
    [
      'who comes so far',
      { city: 'El Paso', styles: ['Nature'], travel_miles: 600 },
      'paints Nature · 502 miles away',
    ],
    [
      'chosen murals',
      { city: 'Austin', styles: ['Calavera', 'Hand Lettering'] },
      'painted a mural you like · paints Calavera',
      { style: 'other' },
      [id('calavera')],
    ],
    [
      'no style at all',
      { city: 'San Antonio', styles: ['Other'] },
      'works in San Antonio',
      { style: 'other' },
    ],
    ['nobody without one', { city: 'Austin', styles: ['Abstract'] }, undefined],
    ['nobody afar', { city: 'Boerne', styles: ['Abstract'], travel_miles: 10 }, undefined],
  ])('%s', (_, columns, reason, wanted, murals) =>
    scratch(db, async (tx) => expect(await reasonOf(tx, columns, wanted, murals)).toBe(reason)),
  );

  it('says who was asked for by name, fits or not', async (tx) => {
    await tx.sql(
      `insert into public.artists (id, name, slug, city, state, public_visible) values ($1, 'Far', 'far', 'El Paso', 'TX', true)`,
      [id('far')],
    );
    const lead = await insertWish(
      tx,
      {
        city: 'Austin',
        style: 'nature',
        surface: 'brick',
        budget: '1k-5k',
        chosen: [],
        asked: null,
      },
      null,
    );
    await tx.sql('select private.offer_artists($1, array[$2]::uuid[]) as done', [lead, id('far')]);
    const [row] = await tx.sql<{ matches: object[] }>(
      'select private.request_matches($1) as matches',
      [lead],
    );
    expect(row?.matches).toMatchObject([{ id: id('far'), reason: 'asked for by name' }]);
  });
});

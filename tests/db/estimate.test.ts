import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import { complexityOf, sizeStep } from '#features/estimates/estimate-rates.ts';
import { ratesRowSchema } from '#features/estimates/rates-row.ts';
import { feetOf } from '#features/estimates/wall-size.ts';
import { STYLES } from '#lib/options.ts';
import { RATES } from '../support/cases/estimate-rates.ts';
import { WALL_SIZES } from '../support/cases/wall-sizes.ts';
import { become, refusal, scratchTests } from './support/actors.ts';
import { caller, id, worldOfFile } from './support/world.ts';

/** What estimates are made of: how its row changes, and what accepted proposals add. */
const db = await worldOfFile({ wall_settle_days: '0' });
const it = scratchTests(db);

/** The row as the publisher reads it. */
async function row(tx: Queryable) {
  await become(tx, { role: 'postgres' });
  const [found] = await tx.sql<{ row: unknown }>(
    'select to_jsonb(r) as row from public.estimate_rates r',
  );
  return ratesRowSchema.parse(found?.row);
}

it('begins with the rates that the tests of estimates go by, and names its sources', async (tx) => {
  const { sources, updated_at: _, ...first } = await row(tx);
  const { sources: __, updated_at: ___, ...expected } = RATES;
  expect(first).toEqual(expected);
  expect(sources.length).toBeGreaterThan(5);
});

test('texts and lists are read alike', async () => {
  const [found] = await db.sql<{
    styles: unknown;
    steps: unknown;
    areas: unknown;
  }>(
    `select (select jsonb_agg(private.style_complexity(s) order by n) from unnest($1::text[]) with ordinality x (s, n)) as styles,
       (select jsonb_agg(private.size_step(a) order by n) from unnest($2::numeric[]) with ordinality x (a, n)) as steps,
       (select jsonb_agg(private.wall_area(t) order by n) from unnest($3::text[]) with ordinality x (t, n)) as areas`,
    [[...STYLES, 'x'], [0.25, 100, 100.01, 500, 500.5, 1000, 1000.01], WALL_SIZES.map(([t]) => t)],
  );
  expect(found?.styles).toEqual([...STYLES, 'x'].map(complexityOf));
  expect(found?.steps).toEqual([0.25, 100, 100.01, 500, 500.5, 1000, 1000.01].map(sizeStep));
  const sides = WALL_SIZES.map(([text]) => feetOf(text));
  expect(sides.map((two) => two && [two.width, two.height])).toEqual(
    WALL_SIZES.map(([, two]) => two),
  );
  expect(found?.areas).toEqual(sides.map((two) => two && two.width * two.height));
});

it('the operator changes a rate, and the outbox tells the pages; what is no span is refused', async (tx) => {
  await become(tx, { role: 'postgres' });
  const change = (span: string) =>
    tx.sql(`update public.estimate_rates set spans = spans || $1::jsonb`, [
      `{"foot.simple": ${span}}`,
    ]);
  await change('[12, 24]');
  const [told] = await tx.sql<{ new: unknown }>(
    `select new from private.site_changes where table_name = 'estimate_rates'`,
  );
  expect(ratesRowSchema.parse(told?.new).spans['foot.simple']).toEqual([12, 24]);
  expect(await refusal(change('[24, 12]'))).toMatchObject({ code: '23514' });
});

async function sixArtists(tx: Queryable): Promise<string[]> {
  const names = ['P1', 'P2', 'P3', 'P4', 'P5', 'P6'];
  for (const name of names)
    await tx.sql(
      `insert into public.artists (id, name, slug, created_at) values ($1, $2, $2, now() - interval '1 year') on conflict do nothing`,
      [id(name), name.toLowerCase()],
    );
  return names.map(id);
}

/** Requests with an accepted proposal each, of so many dollars for a wall of 20 by 10 feet. */
async function accept(
  tx: Queryable,
  dollars: readonly number[],
  { style = 'abstract', size = '20 x 10 ft' } = {},
) {
  await become(tx, { role: 'postgres' });
  const artists = await sixArtists(tx);
  for (const [n, price] of dollars.entries()) {
    const lead = randomUUID();
    const artist = artists[n % artists.length];
    await tx.sql(
      `insert into public.lead_records (id, kind, city, project_description, mural_size, surface_type, style_preference, budget_range)
       values ($1, 'quote', 'San Antonio', 'A wall for our shop, please', $2, 'brick', $3, '1k-5k')`,
      [lead, size, style],
    );
    await tx.sql(
      `insert into public.lead_assignments (lead_id, artist_id, state) values ($1, $2, 'proposed')`,
      [lead, artist],
    );
    await tx.sql(
      `insert into public.proposals (lead_id, artist_id, low, high, starts_on, days, valid_until)
       values ($1, $2, $3, $4, current_date, 5, current_date + 10)`,
      [lead, artist, price - 100, price + 100],
    );
    await tx.sql(`update public.proposals set state = 'accepted' where lead_id = $1`, [lead]);
  }
}

async function refreshed(tx: Queryable) {
  await become(tx, caller('service'));
  const [answer] = await tx.sql<{ changed: boolean }>(
    'select public.refresh_estimates() as changed',
  );
  return { changed: answer?.changed, walls: (await row(tx)).walls };
}

/** 10 to 29 dollars a square foot. */
const PRICES = Array.from({ length: 20 }, (_, i) => (10 + i) * 200);

describe('accepted proposals', () => {
  it('say nothing until there are 20 of a kind, then their 10th and 90th percentile', async (tx) => {
    await accept(tx, PRICES.slice(1));
    await accept(tx, [4000], { style: 'nature' });
    await accept(tx, [4000], { size: '40 x 20 ft' });
    await accept(tx, [4000, 4000], { size: 'a big one' });
    await accept(tx, [4000], { style: 'other' });
    expect(await refreshed(tx)).toEqual({ changed: false, walls: [] });
    await accept(tx, PRICES.slice(0, 1), { style: 'graffiti', size: '10 ft x 20 ft' });
    const walls = [{ complexity: 'graphic', size: 'medium', low: 12, high: 27, walls: 20 }];
    expect(await refreshed(tx)).toEqual({ changed: true, walls });
    expect(await refreshed(tx)).toEqual({ changed: false, walls });
  });

  it('of one artist, of too few people, and of nobody who is proven make no range and move none', async (tx) => {
    await accept(tx, PRICES);
    const { walls } = await refreshed(tx);
    expect(walls).toHaveLength(1);
    await become(tx, { role: 'postgres' });
    await tx.sql('create temp table honest on commit drop as select id from public.lead_records');
    await accept(
      tx,
      Array.from({ length: 20 }, () => 200_000),
    );
    await become(tx, { role: 'postgres' });
    // As if guests had sent them whose link nobody opened.
    await tx.sql(`update private.request_senders set proven_at = null, proven_by = null
        where lead_id not in (select id from honest)`);
    expect((await refreshed(tx)).walls).toEqual(walls);
    await become(tx, { role: 'postgres' });
    // Nine people with all of them.
    await tx.sql(`update private.request_senders s set address_hash = sha256(convert_to((n.nth % 9)::text, 'UTF8'))
        from (select lead_id, row_number() over () as nth from private.request_senders) n where n.lead_id = s.lead_id`);
    expect((await refreshed(tx)).walls).toEqual([]);
  });

  it('are forgotten with the request, and when they are accepted no more', async (tx) => {
    await accept(tx, [...PRICES, 2000]);
    expect((await refreshed(tx)).walls[0]?.walls).toBe(21);
    await tx.sql(
      `update public.proposals set state = 'withdrawn' where id = (select proposal_id from private.wall_prices limit 1)`,
    );
    expect((await refreshed(tx)).walls[0]?.walls).toBe(20);
    await tx.sql(
      `delete from public.lead_records where id = (select p.lead_id from private.wall_prices w join public.proposals p on p.id = w.proposal_id limit 1)`,
    );
    expect(await refreshed(tx)).toEqual({ changed: true, walls: [] });
  });
});

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import { type TestBackend, testBackend } from '#tests/support/backend.ts';
import { scratch } from './support/actors.ts';
import { id } from './support/world.ts';

let db: TestBackend;
beforeAll(async () => {
  db = await testBackend();
});
afterAll(() => db?.stop());

interface Change {
  kind: 'insert' | 'update' | 'delete' | 'bulk';
  who: number;
  city: string | null;
  state: string | null;
  styles: string[];
  mediums: string[];
  visible: boolean;
}

const AUSTIN: Change = {
  kind: 'insert',
  who: 1,
  city: 'Austin',
  state: 'TX',
  styles: [],
  mediums: [],
  visible: true,
};
const words = (...all: string[]) => fc.array(fc.constantFrom(...all), { maxLength: 4 });
const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('insert', 'insert', 'update', 'update', 'delete', 'bulk'),
  who: fc.nat(7),
  city: fc.constantFrom('San Antonio', 'san antonio', 'Austin', 'Nowhere', null),
  state: fc.constantFrom('TX', 'Texas', 'tx', 'Ontario', null),
  styles: words('Abstract', 'abstract', 'Nature', 'Portrait'),
  mediums: words('Latex', 'Spray Paint'),
  visible: fc.boolean(),
});

async function apply(tx: Queryable, change: Change): Promise<void> {
  const { kind, who, city, state, styles, mediums, visible } = change;
  const values = [id(`artist ${who}`), `a${who}`, city, state, styles, mediums, visible];
  if (kind === 'insert')
    await tx.sql(
      `insert into public.artists (id, name, slug, city, state, styles, mediums, public_visible)
       values ($1, $2, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
      values,
    );
  else if (kind === 'update')
    await tx.sql(
      `update public.artists set name = $2, city = $3, state = $4, styles = $5, mediums = $6, public_visible = $7 where id = $1`,
      values,
    );
  else if (kind === 'delete')
    await tx.sql('delete from public.artists where id = $1', values.slice(0, 1));
  else
    await tx.sql('update public.artists set public_visible = not public_visible, styles = $1', [
      styles,
    ]);
}

describe('after any changes', () => {
  test('the counts of cities equal a recount', async () => {
    for (const changes of fc.sample(fc.array(change, { minLength: 5, maxLength: 40 }), 40)) {
      await scratch(db, async (tx) => {
        await tx.sql(
          `insert into public.cities (city_name, state) values ('San Antonio', 'TX'), ('Austin', 'Texas')`,
        );
        for (const one of changes) await apply(tx, one);
        expect(await tx.sql(DRIFT)).toEqual([]);
      });
    }
  }, 120_000);

  test('a city that is renamed or made later counts the artists it finds', async () => {
    await scratch(db, async (tx) => {
      await apply(tx, { ...AUSTIN, who: 1 });
      await apply(tx, { ...AUSTIN, who: 2 });
      const count = () => tx.sql('select slug, artist_count from public.cities');
      await tx.sql(
        `insert into public.cities (city_name, state, artist_count) values ('Austin', 'TX', 77)`,
      );
      expect(await count()).toEqual([{ slug: 'austin-tx', artist_count: 2 }]);
      await tx.sql(`update public.cities set city_name = 'Boerne'`);
      expect(await count()).toEqual([{ slug: 'boerne-tx', artist_count: 0 }]);
    });
  });

  test('a counter that drifts is noticed by the recount', async () => {
    await scratch(db, async (tx) => {
      await tx.sql(`insert into public.cities (city_name, state) values ('Austin', 'TX')`);
      await tx.sql('alter table public.artists disable trigger artists_city_count_update');
      await apply(tx, AUSTIN);
      await apply(tx, { ...AUSTIN, kind: 'update', visible: false });
      expect(await tx.sql(DRIFT)).toEqual([{ slug: 'austin-tx' }]);
    });
  });

  test('are counted anew for those cities only whose artists are others', async () => {
    await scratch(db, async (tx) => {
      await tx.sql(`insert into public.cities (city_name, state) values ('Austin', 'TX')`);
      await apply(tx, AUSTIN);
      await tx.sql('alter table public.cities disable trigger cities_complete');
      await tx.sql('update public.cities set artist_count = 9');
      await tx.sql(`update public.artists set bio = 'Another one', styles = '{Nature}'`);
      expect(await tx.sql('select artist_count from public.cities')).toEqual([{ artist_count: 9 }]);
      await apply(tx, { ...AUSTIN, who: 2 });
      expect(await tx.sql('select artist_count from public.cities')).toEqual([{ artist_count: 2 }]);
    });
  });
});

const DRIFT = `select slug from public.cities c where artist_count <>
  (select count(*) from public.artists a where a.public_visible and a.city_slug = c.slug)`;

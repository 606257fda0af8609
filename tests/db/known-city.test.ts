import { describe, expect, test } from 'vitest';
import { backendOfFile } from '../support/backend.ts';
import { scratch } from './support/actors.ts';

const db = await backendOfFile();

const TYPED = [
  'san antonio',
  'SAN ANTONIO',
  ' san  antonio ',
  'san antonio, tx',
  'San Antonio TX',
  'San Antonió',
  'ＳＡＮ ＡＮＴＯＮＩＯ',
];

describe('a service area is called the same wherever somebody types it', () => {
  const INSERTS = {
    artist: `insert into public.artists (name, slug, city, state) values ('A', 'known-city', $1, 'TX') returning city`,
    mural: `insert into public.murals (title, slug, city, state) values ('M', 'known-city', $1, 'TX') returning city`,
    request: `insert into public.lead_records (city, project_description, surface_type, style_preference, budget_range)
      values ($1, 'A wall for our shop', 'brick', 'nature', '1k-5k') returning city`,
    'line of an import': `select private.import_fields(jsonb_build_object('line', 1, 'city', $1::text, 'state', 'tx')) ->> 'city' as city`,
  };
  test.each(Object.entries(INSERTS))('in a new %s', async (_, insert) => {
    for (const typed of TYPED)
      await scratch(db, async (tx) => {
        await tx.sql('delete from public.cities');
        await tx.sql(`insert into public.cities (city_name, state) values ('San Antonio', 'TX')`);
        expect(await tx.sql(insert, [typed])).toEqual([{ city: 'San Antonio' }]);
      });
  });

  test('and any other city as it was typed', () =>
    scratch(db, async (tx) => {
      await tx.sql('delete from public.cities');
      await tx.sql(`insert into public.cities (city_name, state) values ('Paris', 'TX')`);
      expect(await tx.sql(INSERTS.request, ['paris, AR'])).toEqual([{ city: 'paris, AR' }]);
      expect(await tx.sql(INSERTS.artist, ['McAllen'])).toEqual([{ city: 'McAllen' }]);
    }));
});

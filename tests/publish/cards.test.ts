import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ARTIST_CARDS } from '#features/directory/search/artist-cards.ts';
import { ARTIST_LISTS, EMPTY_SEARCH } from '#features/directory/search/artist-search.ts';
import {
  type ArtistFacts,
  type CardFile,
  cardFile,
  type MuralFacts,
} from '#features/directory/search/card-file.ts';
import { cardTable } from '#features/directory/search/card-table.ts';
import { MURAL_CARDS } from '#features/directory/search/mural-cards.ts';
import { MURAL_LISTS } from '#features/directory/search/mural-search.ts';
import { cardQuery } from '#features/directory/search/words/query.ts';
import { listFiles } from '#node/files.ts';
import { writeSearchIndex } from '#publish/rendering/search-index.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { harness } from './harness.ts';

const index = vi.fn(writeSearchIndex);
const changed: string[] = [];

const site = ofFile(() =>
  harness({ writeIndex: index, onChanged: (files) => changed.push(...files) }),
);
beforeAll(async () => {
  await site.backend.sql(
    `insert into public.artists (name, slug, bio, public_visible)
     select 'Artist ' || n, 'artist-' || n, 'Paints walls.', true from generate_series(1, 3) n`,
  );
  await site.publisher.flush();
});

const served = async () => {
  const text = await readFile(path.join(site.release.siteDir, cardFile('artists')), 'utf8').catch(
    () => '{}',
  );
  const file: Partial<CardFile<ArtistFacts>> = JSON.parse(text);
  if (!file.columns) return [];
  const table = cardTable(ARTIST_CARDS, file as CardFile<ArtistFacts>, [file.columns]);
  const rows = table.find(
    cardQuery(ARTIST_LISTS, { ...EMPTY_SEARCH, sort: 'name' }, undefined),
    [],
  );
  return rows.map((row) => table.card(row).name);
};
const WITHIN_A_SECOND = { timeout: 1000, interval: 20 };

describe('the cards of lists', () => {
  it('show a change within a second, and the server is told', async () => {
    changed.length = 0;
    await site.backend.sql(`update public.artists set name = 'Bea' where slug = 'artist-1'`);
    await site.publisher.flush();
    await expect.poll(served, WITHIN_A_SECOND).toContain('Bea');
    await expect.poll(() => changed, WITHIN_A_SECOND).toContain(cardFile('artists'));
  });

  it('forget who is private', async () => {
    await site.backend.sql(
      `update public.artists set public_visible = false where slug = 'artist-3'`,
    );
    await site.publisher.flush();
    await expect.poll(served, WITHIN_A_SECOND).toEqual(['Artist 2', 'Bea']);
  });
});

describe('the cards of murals', () => {
  const titles = async () => {
    const name = path.join(site.release.siteDir, cardFile('murals'));
    const file: CardFile<MuralFacts> = JSON.parse(await readFile(name, 'utf8').catch(() => '{}'));
    if (!file.columns) return [];
    const table = cardTable(MURAL_CARDS, file, [file.columns]);
    const rows = table.find(cardQuery(MURAL_LISTS, MURAL_LISTS.empty, undefined), []);
    return rows.map((row) => `${table.card(row).name} by ${table.card(row).painter?.name}`);
  };

  it('show a wall within a second after it is published, and who painted it', async () => {
    changed.length = 0;
    await site.backend.sql(
      `insert into public.murals (title, slug, city, state, image_url, public_visible, artist_id)
       select 'La Garza', 'la-garza', 'Austin', 'TX', null, true, id from public.artists where slug = 'artist-2'`,
    );
    await site.publisher.flush();
    await expect.poll(titles, WITHIN_A_SECOND).toEqual(['La Garza by Artist 2']);
    expect(changed).toContain(cardFile('murals'));
    expect(changed).not.toContain(cardFile('artists'));
    expect(await site.page('murals.html')).toContain('La Garza');
  });

  it('follow the name of the artist, and forget what is hidden', async () => {
    await site.backend.sql(`update public.artists set name = 'Ana' where slug = 'artist-2'`);
    await site.publisher.flush();
    await expect.poll(titles, WITHIN_A_SECOND).toEqual(['La Garza by Ana']);
    expect(await site.page('murals.html')).toContain('Ana');
    await site.backend.sql(`update public.murals set public_visible = false`);
    await site.publisher.flush();
    await expect.poll(titles, WITHIN_A_SECOND).toEqual([]);
    expect(await site.page('murals.html')).not.toContain('La Garza');
  });
});

describe('the index of biographies', () => {
  it('makes only those parts anew that say something else', async () => {
    const dir = path.join(site.release.dir, 'index');
    const record = (n: number) => ({ slug: `a${n}`, words: `Paints walls ${n}` });
    const records = Array.from({ length: 3600 }, (_, n) => record(n));
    await writeSearchIndex(records, path.join(dir, 'first'));
    const parts = JSON.parse(await readFile(path.join(dir, 'first/parts.json'), 'utf8'));
    expect(parts).toHaveLength(2);
    records[7] = { slug: 'a7', words: 'Ladders' };
    await writeSearchIndex(records, path.join(dir, 'second'), parts);
    const written = await listFiles(path.join(dir, 'second'));
    const folders = new Set(written.map((file) => file.split('/')[0]));
    expect(folders.size).toBe(2);
    expect(parts).not.toContain([...folders].find((name) => name !== 'parts.json'));
    const all = JSON.parse(await readFile(path.join(dir, 'second/parts.json'), 'utf8'));
    expect(all.filter((part: string) => parts.includes(part))).toHaveLength(1);
  });
});

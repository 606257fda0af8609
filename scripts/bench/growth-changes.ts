import { Random } from '#seed/random.ts';
import type { Directory } from '#site/directory/directory.ts';
import type { DirectoryChange, DirectoryTable } from '#site/directory/directory-change.ts';
import type { Growth } from './growth-rows.ts';

/** One change of a directory, as the outbox brings it. */
type Change = () => DirectoryChange;

type Row = { id: string; [column: string]: unknown };

/** Changes of every kind that artists and clients make, each time another row's. */
export function dailyChanges(directory: Directory, growth: Growth): Record<string, Change> {
  const rng = new Random('changes');
  const slugs = [...directory.artistSlugs()];
  const artist = () => {
    const found = directory.artist(rng.pick(slugs));
    if (!found) throw new Error('It has vanished before.');
    return found;
  };
  let n = 0;
  const change = (table: DirectoryTable, old: Row | null, now: Row | null) =>
    ({
      id: ++n,
      table,
      rowId: (now ?? old)?.id ?? '',
      old,
      new: now,
      deleted: now === null,
    }) as DirectoryChange;
  const ofArtist = (values: () => object) => () => {
    const old = artist();
    return change('artists', old, { ...old, ...values(), updated_at: NOW });
  };
  return {
    'a bio': ofArtist(() => ({ bio: `Walls since ${++n}.` })),
    'a rating': ofArtist(() => ({ average_rating: rng.int(10, 50) / 10, review_count: 50 + n })),
    'a style': ofArtist(() => ({ styles: ['Botanical', 'Lettering', 'Wildlife'] })),
    'a new artist': () => change('artists', null, { ...growth.artist(), created_at: NOW }),
    'a new mural': () => change('murals', null, { ...growth.mural(artist()), created_at: NOW }),
    'a review': () => change('reviews', null, { ...growth.review(artist()), created_at: NOW }),
    'an artist goes': () => {
      const [slug = ''] = slugs.splice(rng.int(0, slugs.length - 1), 1);
      return change('artists', directory.artist(slug), null);
    },
  };
}

/** A city is called something else, which each page says that has to do with it. */
export function renaming(directory: Directory, slug: string): DirectoryChange {
  const old = directory.cities().find((city) => city.slug === slug) ?? null;
  if (!old) throw new Error(`There is no ${slug}.`);
  const city_name = old.city_name.toUpperCase();
  const now = { ...old, city_name };
  return { id: 0, table: 'cities', rowId: old.id, old, new: now, deleted: false };
}

const NOW = '2026-11-26T12:00:00.000Z';

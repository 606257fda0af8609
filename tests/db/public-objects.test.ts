import { expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import { backendOfFile } from '#tests/support/backend.ts';
import { scratch } from './support/actors.ts';

/** `private.is_object_public`: which uploads everybody may see. */
const db = await backendOfFile();

const OWNER = 'd0000000-0000-4000-8000-000000000001';
const url = (file: string, bucket = 'portfolio-images') =>
  `https://anywhere.example/storage/v1/object/public/${bucket}/${OWNER}/${file}`;
const artist = (visible: boolean) =>
  `insert into public.artists (name, slug, public_visible, profile_photo, portfolio_images)
   values ('A', 'a', ${visible}, '${url('profile.webp?v=7', 'profile-photos')}',
           array['${url('1-0.webp')}', '${url('1-1.webp')}'])`;
const mural = (visible: boolean) =>
  `insert into public.murals (slug, title, public_visible, image_url, gallery_images)
   values ('m', 'M', ${visible}, '${url('1-0.webp')}', array['${url('1-1.webp')}'])`;

const isPublic = async (tx: Queryable, file: string, bucket = 'portfolio-images') => {
  const [row] = await tx.sql<{ x: boolean }>('select private.is_object_public($1, $2) as x', [
    bucket,
    file.includes('/') ? file : `${OWNER}/${file}`,
  ]);
  return row?.x;
};

test.each([
  ['nothing shows it', [], '1-0.webp', false],
  ['a private artist shows it', [artist(false)], '1-0.webp', false],
  ['a public artist shows it', [artist(true)], '1-1.webp', true],
  [
    'an artist went private',
    [artist(true), 'update artists set public_visible = false'],
    '1-0.webp',
    false,
  ],
  [
    'an artist took it out',
    [artist(true), `update artists set portfolio_images = '{}'`],
    '1-0.webp',
    false,
  ],
  ['only its beginning is the same', [artist(true)], '1-0.web', false],
  ['only its end is the same', [artist(true)], `x${OWNER}/1-0.webp`, false],
  ['a public mural shows it', [artist(false), mural(true)], '1-0.webp', true],
  ['a public mural shows it as one of several', [mural(true)], '1-1.webp', true],
  ['a hidden mural shows it', [mural(false)], '1-0.webp', false],
  [
    'a city shows it',
    [
      `insert into cities (city_name, state, cover_photo) values ('Waco', 'TX', '${url('1-0.webp')}')`,
    ],
    '1-0.webp',
    true,
  ],
] as const)('when %s', (_what, statements, file, expected) =>
  scratch(db, async (tx) => {
    for (const statement of statements)
      await tx.sql(statement.replace(/(update|into) (artists|cities)/, '$1 public.$2'));
    expect(await isPublic(tx, file)).toBe(expected);
  }),
);

test('goes by the bucket as well, and leaves other buckets to their own switch', () =>
  scratch(db, async (tx) => {
    await tx.sql(artist(true));
    expect(await isPublic(tx, 'profile.webp', 'profile-photos')).toBe(true);
    expect(await isPublic(tx, 'profile.webp')).toBe(false);
    await tx.sql(
      `insert into storage.buckets (id, name, public) values ('open', 'open', true), ('shut', 'shut', false)`,
    );
    expect(await isPublic(tx, 'x', 'open')).toBe(true);
    expect(await isPublic(tx, 'x', 'shut')).toBe(false);
    expect(await isPublic(tx, 'x', 'nowhere')).toBe(false);
    await tx.sql(`update storage.buckets set public = false where id = 'profile-photos'`);
    expect(await isPublic(tx, 'profile.webp', 'profile-photos')).toBe(false);
  }));

test('finds a row among many by an index', () =>
  scratch(db, async (tx) => {
    await tx.sql('set local enable_seqscan = off');
    const plan = await tx.sql<Record<string, string>>(
      `explain select from public.artists a where a.public_visible
         and private.object_keys(a.portfolio_images || a.profile_photo) @> array['x/y']`,
    );
    expect(JSON.stringify(plan)).toContain('artists_objects_idx');
  }));

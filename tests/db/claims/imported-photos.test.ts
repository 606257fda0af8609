import { expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import { become, refusal, scratch, scratchTests } from '../support/actors.ts';
import { importLines } from '../support/imports.ts';
import { setting } from '../support/read.ts';
import { caller, id, worldOfFile } from '../support/world.ts';

/** Photos that an import names: noted, leased, shown on their pages, and gone with them. */
const db = await worldOfFile();
const it = scratchTests(db);

const PHOTO = 'https://photos.example/ana.jpg';
const IMAGES = ['https://photos.example/1.jpg', 'https://photos.example/2.jpg'];
const ANA = { name: 'Ana Vega', city: 'Alpine', state: 'TX', photo: PHOTO, images: IMAGES };

async function as<T>(tx: Queryable, who: 'admin' | 'service', sql: string, args: unknown[]) {
  await become(tx, who === 'admin' ? caller('admin') : { role: 'service_role' });
  const rows = await tx.sql<T>(sql, args);
  await become(tx, { role: 'postgres' });
  return rows;
}
const importing = (tx: Queryable, rows: object[], apply = true) =>
  importLines(tx, 'artists', rows, apply);
const lease = (tx: Queryable) =>
  as<{ id: number; artist_id: string; bucket: string; url: string; attempts: number }>(
    tx,
    'service',
    'select * from public.lease_imported_photos(10, 60)',
    [],
  );
const finish = async (tx: Queryable, ...args: [number, string | null, string?, boolean?]) => {
  const sql = 'select public.finish_imported_photo($1, $2, $3, $4) as state';
  const [id, url, problem = null, permanent = false] = args;
  return (await as<{ state: string | null }>(tx, 'service', sql, [id, url, problem, permanent]))[0]
    ?.state;
};
const origin = 'http://127.0.0.1:4321';
const kept = ({ bucket, artist_id, id }: Awaited<ReturnType<typeof lease>>[number]) =>
  `${origin}/storage/v1/object/public/${bucket}/${artist_id}/import-${id}.webp`;
const asked = async (tx: Queryable, slug: string | null | undefined) =>
  (
    await as<{ of: { photos: number; fetched: number; waiting: number; problems: object[] } }>(
      tx,
      'admin',
      'select public.imported_photos($1) as of',
      [[slug]],
    )
  )[0]?.of;
const page = async (tx: Queryable, slug: string | null | undefined) =>
  (
    await tx.sql<{ photo: string | null; images: string[]; public: boolean }>(
      `select profile_photo as photo, portfolio_images as images, public_visible as public
       from public.artists where slug = $1`,
      [slug],
    )
  )[0];
const opened = (tx: Queryable) => setting(tx, 'media_origin', origin);

it('photos are fetched in the order of their line, and make its page public with the first', async (tx) => {
  await opened(tx);
  const [line] = await importing(tx, [{ ...ANA, public: true }]);
  expect(await page(tx, line?.slug)).toEqual({ photo: null, images: [], public: false });
  const leased = await lease(tx);
  expect(leased.map(({ url, bucket }) => [url, bucket])).toEqual(
    expect.arrayContaining([
      [PHOTO, 'profile-photos'],
      [IMAGES[0], 'portfolio-images'],
      [IMAGES[1], 'portfolio-images'],
    ]),
  );
  // They are one process's for the time of the lease.
  expect(await lease(tx)).toEqual([]);
  const of = (url: string | undefined) => leased.filter((photo) => photo.url === url)[0] as never;
  for (const url of [IMAGES[1], IMAGES[0], PHOTO]) {
    const photo = of(url) as (typeof leased)[number];
    expect(await finish(tx, photo.id, kept(photo))).toBe('fetched');
    expect((await page(tx, line?.slug))?.public).toBe(true);
  }
  expect(await page(tx, line?.slug)).toEqual({
    photo: kept(of(PHOTO)),
    images: [kept(of(IMAGES[0])), kept(of(IMAGES[1]))],
    public: true,
  });
  expect(await asked(tx, line?.slug)).toEqual({
    photos: 3,
    fetched: 3,
    waiting: 0,
    problems: [],
    slugs: [line?.slug],
  });
  expect((await importing(tx, [ANA]))[0]?.action).toBe('same');
});

it('what could not be fetched is tried three times, says why, and may be given again', async (tx) => {
  const [line] = await importing(tx, [{ ...ANA, images: [] }]);
  for (const state of ['waiting', 'waiting', 'failed']) {
    const [photo] = await lease(tx);
    expect(await finish(tx, Number(photo?.id), null, 'Its server\nis away')).toBe(state);
    await tx.sql(`update private.imported_photos set next_attempt_at = now()`);
  }
  expect(await asked(tx, line?.slug)).toMatchObject({
    ...{ fetched: 0, waiting: 0, slugs: [] },
    problems: [{ name: 'Ana Vega', url: PHOTO, problem: 'Its server is away' }],
  });
  expect((await importing(tx, [ANA]))[0]?.action).toBe('update');
  expect(await asked(tx, line?.slug)).toMatchObject({ photos: 3, waiting: 3 });
  const [photo] = await lease(tx);
  expect(await finish(tx, Number(photo?.id), null, 'It is no photo', true)).toBe('failed');
});

it('only files of the page itself are shown, and none once somebody has claimed it', async (tx) => {
  await opened(tx);
  const [line] = await importing(tx, [ANA]);
  const [photo, other] = await lease(tx);
  if (!photo || !other) throw new Error('Nothing was leased');
  const elsewhere = kept({ ...photo, artist_id: id('A1') });
  await tx.sql('savepoint refused');
  expect((await refusal(finish(tx, photo.id, elsewhere))).code).toBe('image_refused');
  await tx.sql('rollback to savepoint refused');
  expect(await finish(tx, photo.id, kept(photo))).toBe('fetched');
  await tx.sql('select private.transfer_artist($1, $2, $3)', [
    photo.artist_id,
    id('newcomer'),
    'admin',
  ]);
  expect(await finish(tx, other.id, kept(other))).toBeNull();
  expect(await asked(tx, line?.slug)).toMatchObject({ photos: 0 });

  // The file is the new owner's: to take along, to show again, to delete.
  await tx.sql(`insert into storage.objects (bucket_id, name) values ($1, $2)`, [
    photo.bucket,
    `${photo.artist_id}/import-${photo.id}.webp`,
  ]);
  await become(tx, caller('newcomer'));
  const field = photo.bucket === 'profile-photos' ? 'profile_photo' : 'portfolio_images';
  const value = field === 'profile_photo' ? kept(photo) : [kept(photo)];
  const empty = field === 'profile_photo' ? null : [];
  for (const shown of [empty, value])
    await tx.sql(`update public.artists set ${field} = $1 where id = $2`, [shown, photo.artist_id]);
  const files = () =>
    tx.sql('select name from storage.objects where bucket_id = $1', [photo.bucket]);
  expect(await files()).toHaveLength(1);
  const [export_] = await tx.sql<{ part: string }>(
    `select (public.export_my_data() -> 'files')::text as part`,
  );
  expect(export_?.part).toContain(`import-${photo.id}.webp`);
  await become(tx, { role: 'postgres' });
  await tx.sql('delete from public.artists where id = $1', [photo.artist_id]);
  expect(
    await tx.sql('select from storage.objects where name like $1', [`${photo.artist_id}/%`]),
  ).toEqual([]);
  expect(await tx.sql('select from private.imported_photos')).toEqual([]);
});

it('pages without a photo stay private when the others are shown', async (tx) => {
  const lines = await importing(tx, [ANA, { name: 'Bo' }, { name: 'Cy' }]);
  await tx.sql(
    `update public.artists set profile_photo = 'https://photos.example/bo.webp' where slug = $1`,
    [lines[1]?.slug],
  );
  const slugs = lines.map(({ slug }) => slug);
  const sql = 'select public.show_imported_artists($1) as of';
  const [answer] = await as<{ of: { shown: string[]; later: string[] } }>(tx, 'admin', sql, [
    slugs,
  ]);
  expect([answer?.of.shown.length, answer?.of.later.length]).toEqual([1, 1]);
  const shown = await Promise.all(slugs.map((slug) => page(tx, slug)));
  expect(shown.map((row) => row?.public)).toEqual([false, true, false]);
  expect(await tx.sql('select from private.imported_photos where publish')).toHaveLength(3);
});

test.each([
  ['photo', 'http://127.0.0.1/a.jpg'],
  ['photo', 'ana.jpg'],
  ['photo', 7],
  ['images', PHOTO],
  ['images', [PHOTO, 'javascript:alert(1)']],
  ['images', Array.from({ length: 41 }, (_, n) => `https://photos.example/${n}.jpg`)],
])('%s is no list of addresses: %s', (field, value) =>
  scratch(db, async (tx) => {
    const [line] = await importing(tx, [{ name: 'Ana', [field]: value }]);
    expect(line?.errors).toEqual([
      { field, message: 'Write web addresses of photos, as in https://example.com/photo.jpg' },
    ]);
  }),
);

it('a plan tells names of other scripts apart', async (tx) => {
  const names = ['Վարդան Նկարիչ', '山田 花子', '佐藤 花子', 'علي الرسام', 'ИВАН', '🎨'];
  const lines = names.map((name, n) => ({ name, city: 'Alpine', email: `${n}@example.com` }));
  const made = await importing(tx, lines);
  expect(made.map(({ slug }) => slug)).toEqual(
    names.map(() => expect.stringMatching(/^artist-\w{8}$/)),
  );
  const others = ['Արամ', '山田 太郎', 'علي', 'Иван', '🖌️'];
  const planned = await importing(
    tx,
    others.map((name, n) => ({ name, city: 'Marfa', email: `other${n}@example.com` })),
    false,
  );
  expect(planned.map(({ namesakes }) => namesakes.map(({ name }) => name))).toEqual([
    ...[[], [], []],
    ['ИВАН'],
    [],
  ]);
});

it('a plan names artists of the same name, whatever their accents', async (tx) => {
  await importing(tx, [{ name: 'Begoña Peña', city: 'Alpine', email: 'one@example.com' }]);
  const again = { name: 'BEGONA PENA', city: 'Marfa', email: 'two@example.com' };
  const [planned] = await importing(tx, [again], false);
  expect(planned?.namesakes).toEqual([
    expect.objectContaining({ name: 'Begoña Peña', city: 'Alpine' }),
  ]);
  expect((await importing(tx, [again]))[0]?.namesakes).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import type { Mural } from '#features/murals/mural.ts';
import {
  type MuralDraft,
  muralFields,
  muralFormColumns,
  muralFormSchema,
  ownMuralSchema,
} from '#features/murals/mural-form.ts';
import { pictureDetailsSchema } from '#features/pictures/picture-details.ts';
import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { violations } from '#lib/violations.ts';
import { answered, become, call, refusal, scratch } from '../support/actors.ts';
import { valueIn, valuesIn } from '../support/read.ts';
import { caller, id, upload, worldOfFile } from '../support/world.ts';

/** Artists write their murals: what is derived, what follows, and what is refused. */
const db = await worldOfFile();

const ARTIST = caller('artist');
const photo = (n: number, owner = 'artist') => upload('portfolio-images', owner, `${n}-0.webp`);
const columns = (values: object) =>
  [Object.keys(values), Object.values(values)] as [string[], unknown[]];

/** A mural of A1's; public where it has a picture and `public_visible` says so. */
async function aMural(values: object = {}): Promise<Mural> {
  const [names, params] = columns({ title: 'River of birds', ...values });
  const [row] = await call<Mural>(
    db,
    ARTIST,
    `insert into public.murals (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`)}) returning to_jsonb(murals) as x`,
    params,
  );
  return (row as unknown as { x: Mural }).x;
}
const published = (title: string) => aMural({ title, image_url: photo(1), public_visible: true });
async function change(mural: { id: string }, values: object, who = ARTIST): Promise<Mural> {
  const [names, params] = columns(values);
  const [row] = await call<{ x: Mural }>(
    db,
    who,
    `update public.murals set ${names.map((name, n) => `${name} = $${n + 2}`)} where id = $1 returning to_jsonb(murals) as x`,
    [mural.id, ...params],
  );
  return row?.x as Mural;
}
const rpc = <T>(name: string, args: unknown[], who = ARTIST) =>
  answered<T>(db, who, `public.${name}(${args.map((_, n) => `$${n + 1}`)})`, args);
const redirectsOf = (mural: { id: string }) =>
  valuesIn<string>(
    db,
    'select slug from public.mural_redirects where mural_id = $1 order by slug',
    [mural.id],
  );

describe('addresses', () => {
  test('follow the title; one that was public leads on, a draft leaves nothing', async () => {
    const draft = await aMural({ title: 'Untitled mural' });
    expect((await change(draft, { title: 'A Heron  at dawn!' })).slug).toBe('a-heron-at-dawn');
    await change(draft, { image_url: photo(1), public_visible: true });
    expect(await redirectsOf(draft)).toEqual([]);
    // The same words make no other address.
    expect((await change(draft, { title: 'A heron at Dawn' })).slug).toBe('a-heron-at-dawn');
    expect((await change(draft, { title: 'Egret' })).slug).toBe('egret');
    // What was public once keeps leading on while it is not.
    await change(draft, { public_visible: false });
    expect((await change(draft, { title: 'Crane' })).slug).toBe('crane');
    expect(await redirectsOf(draft)).toEqual(['a-heron-at-dawn', 'egret']);
    // An old title again: no address leads to itself.
    expect((await change(draft, { title: 'Egret' })).slug).toBe('egret');
    expect(await redirectsOf(draft)).toEqual(['a-heron-at-dawn', 'crane']);
  });

  test("are never another's, nor what another's old address is", async () => {
    const first = await published('Comal');
    await change(first, { title: 'Guadalupe' });
    expect((await aMural({ title: 'Comal' })).slug).toBe('comal-2');
    expect((await aMural({ title: 'Guadalupe' })).slug).toBe('guadalupe-2');
    expect((await aMural({ title: '壁画' })).slug).toBe('mural');
    // An operator may take the address; then it leads nowhere else.
    await db.sql(`insert into public.murals (slug, title) values ('comal', 'Comal')`);
    expect(await redirectsOf(first)).toEqual([]);
  });

  test('of two murals that get one title at once are two', async () => {
    const murals = await Promise.all(Array.from({ length: 6 }, () => aMural({ title: 'Twins' })));
    expect(new Set(murals.map(({ slug }) => slug)).size).toBe(6);
  });

  test('lead on from the last 20 only', async () => {
    const mural = await published('Number 0');
    for (let n = 1; n <= 22; n++) await change(mural, { title: `Number ${n}` });
    const kept = await redirectsOf(mural);
    expect(kept).toHaveLength(20);
    expect(kept).not.toContain('number-0');
    expect(kept).not.toContain('number-1');
  });

  test('go and come back for the publisher as the mural does', async () => {
    const mural = await published('Pecan');
    await change(mural, { title: 'Walnut' });
    for (const visible of [false, true]) {
      await db.sql('delete from private.site_changes');
      await change(mural, { public_visible: visible });
      const rows = await db.sql(
        `select table_name, op, coalesce(new, old) ->> 'slug' as slug from private.site_changes order by table_name`,
      );
      expect(rows).toEqual([
        { table_name: 'mural_redirects', op: visible ? 'INSERT' : 'DELETE', slug: 'pecan' },
        { table_name: 'murals', op: 'UPDATE', slug: 'walnut' },
      ]);
    }
  });
});

describe('a size', () => {
  test.each([
    [{ width_ft: 24, height_ft: 10 }, '24 ft x 10 ft'],
    [{ width_ft: 24.5, height_ft: 10.04, dimensions: 'huge' }, '24.5 ft x 10 ft'],
    [{ width_ft: 24, dimensions: ' two floors ' }, 'two floors'],
    [{ dimensions: '' }, null],
  ])('%o is %s', async (values, dimensions) => {
    expect((await aMural(values)).dimensions).toBe(dimensions);
  });

  test('that is taken back takes its text with it, and no other text', async () => {
    const mural = await aMural({ width_ft: 24, height_ft: 10 });
    expect((await change(mural, { height_ft: null })).dimensions).toBeNull();
    const written = await aMural({ dimensions: 'two floors' });
    expect((await change(written, { width_ft: 3 })).dimensions).toBe('two floors');
  });
});

describe('publishing', () => {
  test('takes a title and a picture, and is noted once', async () => {
    const draft = await aMural({ title: 'Untitled mural' });
    const code = async (values: object) => (await refusal(change(draft, values))).code;
    expect(await code({ public_visible: true })).toBe('title_required');
    expect(await code({ public_visible: true, title: 'Heron' })).toBe('mural_picture_required');
    const first = await change(draft, {
      public_visible: true,
      title: 'Blue heron',
      image_url: photo(1),
    });
    const at = (first as Mural & { published_at: string }).published_at;
    expect(at).toBeTruthy();
    expect(await code({ image_url: null })).toBe('mural_picture_required');
    await change(draft, { public_visible: false });
    expect(await change(draft, { public_visible: true })).toMatchObject({ published_at: at });
  });

  test('has its first day in public, which is the day it was made where it was public at once', async () => {
    const old = '2026-01-01T00:00:00+00:00';
    const sql = `insert into public.murals (title, created_at, public_visible)
      values ('Heron', '${old}', $1) returning id, published_at`;
    const [shown] = await db.sql<{ published_at: Date | null }>(sql, [true]);
    expect(new Date(shown?.published_at ?? 0).toISOString()).toBe(new Date(old).toISOString());
    const [draft] = await db.sql<{ id: string; published_at: Date | null }>(sql, [false]);
    expect(draft?.published_at).toBeNull();
    const [later] = await db.sql<{ published_at: Date }>(
      'update public.murals set public_visible = true where id = $1 returning published_at',
      [draft?.id],
    );
    expect(new Date(later?.published_at ?? 0) > new Date(old)).toBe(true);
  });

  test('of what an admin took down is an admin’s alone', async () => {
    const mural = await published('Taken down');
    await db.sql(
      `update public.murals set public_visible = false, hidden_at = now(), hidden_reason = 'Not a wall' where id = $1`,
      [mural.id],
    );
    expect((await refusal(change(mural, { public_visible: true }))).code).toBe('mural_hidden');
    expect(await change(mural, { description: 'A wall' })).toMatchObject({
      hidden_reason: 'Not a wall',
    });
  });
});

test('an artist has at most 500 murals', () =>
  scratch(db, async (tx) => {
    await tx.sql(
      `insert into public.murals (slug, title, artist_id) select 'n-' || n, 'N', $1 from generate_series(1, 500) n`,
      [id('A1')],
    );
    await become(tx, ARTIST);
    expect(
      (await refusal(tx.sql(`insert into public.murals (title) values ('One more')`))).code,
    ).toBe('murals_full');
  }));

describe('a finished wall', () => {
  /** A mural that A1 made of L2, with a picture of its client's. */
  const aWall = async (consent: boolean | null) => {
    const mural = await published('Finished wall');
    await db.sql(
      `insert into private.finished_walls (lead_id, artist_id, mural_id, consent, client_pictures)
       values ($1, $2, $3, $4, $5)
       on conflict (lead_id, artist_id) do update set mural_id = $3, consent = $4, client_pictures = $5, location_details = null`,
      [id('L2'), id('A1'), mural.id, consent, [photo(7)]],
    );
    return mural;
  };

  test('says where it is, and shows pictures of its client, with consent only', async () => {
    const mural = await aWall(null);
    const code = async (values: object) => (await refusal(change(mural, values))).code;
    expect(await code({ location_details: 'At the gate' })).toBe('place_consent_required');
    expect(await code({ latitude: 29.4, longitude: -98.5 })).toBe('place_consent_required');
    for (const values of [
      { gallery_images: [photo(7)] },
      { before_url: photo(7) },
      { image_url: photo(7) },
    ])
      expect(await code(values)).toBe('consent_required');
    expect(await change(mural, { description: 'Nice' })).toMatchObject({ description: 'Nice' });
  });

  test('gives up place, point and pictures when consent ends', async () => {
    const mural = await aWall(true);
    await change(mural, {
      location_details: 'At the gate',
      latitude: 29.4,
      longitude: -98.5,
      gallery_images: [photo(2)],
      before_url: photo(7),
    });
    const consent = (granted: boolean) =>
      rpc('set_place_consent', [id('L2'), id('A1'), granted], caller('client2'));
    await consent(false);
    const read = async () =>
      (await db.sql<Mural>('select * from public.murals where id = $1', [mural.id]))[0];
    expect(await read()).toMatchObject({
      location_details: null,
      latitude: null,
      longitude: null,
      before_url: null,
      gallery_images: [photo(2)],
      public_visible: true,
    });
    await consent(true);
    expect(await read()).toMatchObject({ location_details: 'At the gate' });
  });

  test('keeps its picture of a client from other murals', async () => {
    await aWall(true);
    const other = await aMural();
    expect((await refusal(change(other, { image_url: photo(7) }))).code).toBe('consent_required');
  });

  test('comes back from removal with what its client still agrees to', async () => {
    const mural = await aWall(true);
    await change(mural, { location_details: 'At the gate', gallery_images: [photo(7), photo(2)] });
    await rpc('delete_mural', [mural.id]);
    await rpc('set_place_consent', [id('L2'), id('A1'), false], caller('client2'));
    expect(await rpc('restore_mural', [mural.id])).toMatchObject({
      location_details: null,
      gallery_images: [photo(2)],
      public_visible: true,
    });
    const [wall] = await db.sql<{ mural_id: string }>(
      'select mural_id from private.finished_walls where mural_id = $1',
      [mural.id],
    );
    expect(wall).toBeDefined();
  });
});

describe('a removed mural', () => {
  test('comes back as it was, with its old addresses, until a day has passed', async () => {
    const mural = await published('Swallows');
    const now = await change(mural, { title: 'Swifts', width_ft: 20, height_ft: 8 });
    await rpc('delete_mural', [mural.id]);
    await rpc('delete_mural', [mural.id]);
    expect(await redirectsOf(mural)).toEqual([]);
    expect(await rpc('deleted_murals', [])).toMatchObject([
      { id: mural.id, title: 'Swifts', pictures: [photo(1)] },
      { title: 'M4' },
    ]);
    expect(await rpc('restore_mural', [mural.id])).toEqual(now);
    // Pressed twice.
    expect(await rpc('restore_mural', [mural.id])).toEqual(now);
    expect(await redirectsOf(mural)).toEqual(['swallows']);
    await rpc('delete_mural', [mural.id]);
    await db.sql(
      `update private.deleted_murals set removed_at = now() - interval '1 day' where mural_id = $1`,
      [mural.id],
    );
    await db.sql('select private.delete_old_rows()');
    expect((await refusal(rpc('restore_mural', [mural.id]))).code).toBe('mural_refused');
  });

  test('whose address is taken meanwhile gets another', async () => {
    const mural = await aMural({ title: 'Martins' });
    await rpc('delete_mural', [mural.id]);
    await aMural({ title: 'Martins' });
    expect(await rpc('restore_mural', [mural.id])).toMatchObject({ slug: 'martins-2' });
  });
});

test('an order is of own murals alone', async () => {
  const [a, b] = [await aMural({ title: 'First' }), await aMural({ title: 'Second' })];
  await rpc('order_murals', [[b.id, id('M1'), a.id]]);
  const rows = await db.sql<{ position: number }>(
    'select position from public.murals where id = any ($1) order by position',
    [[a.id, b.id, id('M1')]],
  );
  expect(rows.map(({ position }) => position)).toEqual([0, 1, 3]);
});

describe('the form and the database hold the same rules', () => {
  const x = (n: number) => 'x'.repeat(n);
  const WALL = [
    [0.1, 0.2],
    [0.9, 0],
    [1, 0.8],
    [0, 0.7],
  ] as const;
  const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toJSON().slice(0, 10);
  const cases: Partial<MuralDraft>[] = [
    { title: ' ' },
    { title: x(LIMITS.muralTitle) },
    { title: x(LIMITS.muralTitle + 1) },
    { title: `  ${'é'.repeat(LIMITS.muralTitle)} ` },
    { description: x(LIMITS.muralStory) },
    { description: x(LIMITS.muralStory + 1) },
    { city: x(LIMITS.city) },
    { city: x(LIMITS.city + 1) },
    { state: 'texas' },
    { state: 'Bavaria' },
    { state: ' ' },
    { location_details: x(LIMITS.muralPlace) },
    { location_details: x(LIMITS.muralPlace + 1) },
    { date_completed: soon(0) },
    { date_completed: soon(5) },
    { date_completed: '2024-02-29' },
    // What a field for a date makes of '24' for the year.
    { date_completed: '0024-03-15' },
    { date_completed: '1800-01-01' },
    { surface_type: x(LIMITS.listItemLength) },
    { surface_type: x(LIMITS.listItemLength + 1) },
    { medium: x(LIMITS.listItemLength + 1) },
    { width_ft: '0.5' },
    { width_ft: '0.4' },
    { width_ft: '0.45' },
    { width_ft: '12,5' },
    { width_ft: '1000' },
    { width_ft: '1000.1' },
    { height_ft: '123456789' },
    { styles: ['abstract', ' Chicano Art '] },
    { styles: [x(LIMITS.listItemLength + 1)] },
    { license: 'cc-by' },
    { credit: x(LIMITS.muralCredit) },
    { credit: x(LIMITS.muralCredit + 1) },
    { pictures: Array.from({ length: LIMITS.muralGallery }, (_, n) => photo(n + 20)) },
    { pictures: Array.from({ length: LIMITS.muralGallery + 1 }, (_, n) => photo(n + 20)) },
    { point: { latitude: 29.42412, longitude: -98.49363 } },
  ];

  test.each(cases.map((one) => [JSON.stringify(one).slice(0, 60), one] as const))(
    '%s',
    async (_, typed) => {
      const [field] = Object.keys(typed) as (keyof MuralDraft)[];
      if (!field) throw new Error('no field');
      const rule = muralFormSchema.shape[field].safeParse(typed[field]);
      const mural = ownMuralSchema.parse(
        await valueIn<unknown>(db, 'select to_jsonb(m) as x from public.murals m where id = $1', [
          (await aMural()).id,
        ]),
      );
      const raw = (value: unknown) => {
        if (field !== 'width_ft' && field !== 'height_ft') return value === '' ? null : value;
        return Number(String(value).replace(',', '.'));
      };
      const changes = muralFormColumns({ [field]: raw(typed[field]) });
      const read = muralFormColumns({ [field]: muralFields(mural)[field] });
      const save = rpc('save_mural', [mural.id, changes, read]);
      if (!rule.success) {
        const [first] = violations(
          muralFormSchema.safeParse({ [field]: typed[field] }).error as never,
          [field],
        );
        expect((await refusal(save)).message).toBe(first?.message);
        return;
      }
      expect(muralFields(ownMuralSchema.parse(await save))[field]).toEqual(rule.data);
    },
  );

  test.each([
    [{}, true],
    [{ 'https://a.b/c': { x: 0, y: 1, alt: 'é'.repeat(LIMITS.pictureAlt) } }, true],
    [{ 'https://a.b/c': {} }, true],
    [{ 'https://a.b/c': { corners: WALL } }, true],
    [{ 'https://a.b/c': { corners: [...WALL].reverse() } }, false],
    [{ 'https://a.b/c': { corners: WALL.slice(1) } }, false],
    [{ 'https://a.b/c': { corners: [...WALL.slice(1), [0, 1.01]] } }, false],
    [{ 'https://a.b/c': { corners: [...WALL.slice(1), [0, '1']] } }, false],
    [{ 'https://a.b/c': { corners: [...WALL.slice(1), [0, 1, 1]] } }, false],
    [{ 'https://a.b/c': { corners: [...WALL.slice(0, 2), [0.5, 0.4], [0.2, 0.7]] } }, false],
    [{ 'https://a.b/c': { corners: WALL.map(([px, py]) => [px / 10, py / 10]) } }, false],
    [{ 'https://a.b/c': { corners: null } }, false],
    [{ 'https://a.b/c': { corners: { length: 4 } } }, false],
    [{ 'https://a.b/c': { alt: x(LIMITS.pictureAlt + 1) } }, false],
    [{ 'https://a.b/c': { x: 1.01 } }, false],
    [{ 'https://a.b/c': { y: -0.01 } }, false],
    [{ 'https://a.b/c': { x: '0.5' } }, false],
    [{ 'https://a.b/c': { z: 0.5 } }, false],
    [{ 'https://a.b/c': null }, false],
    [[], false],
    ['x', false],
  ])('details of pictures: %j', async (details, valid) => {
    const [row] = await db.sql<{ ok: boolean }>(
      'select private.valid_picture_details($1::jsonb) as ok',
      [JSON.stringify(details)],
    );
    expect([row?.ok, pictureDetailsSchema.safeParse(details).success]).toEqual([valid, valid]);
  });

  test('an address that is none is refused by the database', async () => {
    const mural = await aMural();
    const details = { 'javascript:alert(1)': { alt: 'x' } };
    const saved = rpc('save_mural', [
      mural.id,
      { picture_details: details },
      { picture_details: {} },
    ]);
    expect((await refusal(saved)).message).toBe(MESSAGES.invalid_input);
  });
});

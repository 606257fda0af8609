import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import { adminPictureReportSchema, pictureReportSchema } from '#features/reports/picture-report.ts';
import { LIMITS } from '#lib/limits.ts';
import { answered, leasedIn, refusedIn, scratch, scratchTests } from './support/actors.ts';
import { type Actor, caller, id, upload, worldOfFile } from './support/world.ts';

/** What anybody says of a public picture, and what admins do about it. M1 is public and by A2 of `artist2`. */
const COVER = upload('portfolio-images', 'artist2', 'm1.jpg');
const SECOND = upload('portfolio-images', 'artist2', 'second.jpg');
const FACE = `${upload('profile-photos', 'artist2', 'face.jpg')}?v=3`;
const OF_CLIENT = upload('review-pictures', 'V1', 'wall.jpg');

const db = await worldOfFile();
const it = scratchTests(db);
beforeAll(async () => {
  await db.sql('delete from private.picture_reports');
  await db.sql(
    'update public.artists set portfolio_images = $2, profile_photo = $3, picture_details = $4 where id = $1',
    [
      id('A2'),
      [SECOND, COVER],
      FACE,
      { [COVER]: { alt: 'A heron' }, [SECOND]: { x: 0.2, y: 0.4 } },
    ],
  );
  await db.sql('update public.reviews set pictures = $2 where id = $1', [id('V1'), [OF_CLIENT]]);
});

const as = <T = unknown>(tx: Queryable, who: Actor, text: string, params: unknown[] = []) =>
  answered<T>(tx, caller(who), text, params);
interface Said {
  key?: string;
  page?: string;
  picture?: string;
  reason?: string | null;
  words?: string | null;
  email?: string | null;
  locale?: 'en' | 'es';
}
const report = (tx: Queryable, said: Said = {}, who: Actor = 'anon') =>
  as<{ replayed: boolean }>(tx, who, 'public.report_picture($1, $2, $3, $4, $5, $6, $7)', [
    said.key ?? randomUUID(),
    said.page ?? '/artist/a2',
    said.picture ?? COVER,
    said.reason === undefined ? 'offensive' : said.reason,
    said.words ?? null,
    said.email ?? null,
    said.locale ?? 'en',
  ]);
const decide = (tx: Queryable, report: string, action: string, reason: string | null = null) =>
  as<{ decided: number }>(tx, 'admin', 'public.decide_picture_report($1, $2, $3)', [
    report,
    action,
    reason,
  ]);
const listed = async (tx: Queryable, filter = '') => {
  const { rows } = await as<{ rows: unknown[] }>(
    tx,
    'admin',
    'public.admin_list_picture_reports(p_filter => $1)',
    [filter],
  );
  return rows.map((row) => adminPictureReportSchema.parse(row));
};
const pictures = (page: string) =>
  scratch(db, async (tx) => {
    expect(await as(tx, 'anon', 'public.page_pictures($1)', [page])).toEqual(EXPECTED[page] ?? []);
  });
const EXPECTED: Record<string, string[]> = {
  '/artist/a2': [FACE, SECOND, COVER, OF_CLIENT],
  '/artist/a2/reviews': [OF_CLIENT],
  '/mural/m1': [COVER],
};

test.each([
  '/artist/a2',
  '/artist/a2/reviews',
  '/mural/m1',
  // A private artist, a draft, a hidden mural, and what is no page.
  '/artist/a1',
  '/mural/m2',
  '/mural/m3',
  '/mural/a2',
  '/mural/m1/reviews',
  '/artists',
  '',
])('the pictures of %s', pictures);

describe('a report', () => {
  it('is kept once for each key, and admins are told once a day', async (tx) => {
    const key = randomUUID();
    expect(await report(tx, { key, email: ' reporter@example.com ' })).toEqual({
      replayed: false,
    });
    expect(await report(tx, { key, email: 'reporter@example.com' })).toEqual({ replayed: true });
    await report(tx, { reason: 'other', words: ' Not a wall ' }, 'client');
    expect(await refusedIn(tx, () => report(tx, { key, reason: 'no_consent' }))).toBe(
      'idempotency_conflict',
    );
    const rows = await listed(tx, 'open');
    expect(rows).toHaveLength(2);
    expect(rows.find(({ email }) => email)).toMatchObject({
      picture: COVER,
      page: '/artist/a2',
      email: 'reporter@example.com',
      artist: 'A2',
      mural: null,
      shown: true,
      others: 1,
    });
    const told = await tx.sql(`select kind from public.notices where kind = 'picture_reported'`);
    expect(told).toHaveLength(1);
  });

  it('is of a picture that the page shows', async (tx) => {
    for (const [page, picture] of [
      ['/artist/a1', COVER],
      ['/artist/a2', 'https://elsewhere.example/x.jpg'],
      ['/mural/m2', upload('portfolio-images', 'artist2', 'm2.jpg')],
      ['/mural/m1', SECOND],
    ])
      expect(await refusedIn(tx, () => report(tx, { page, picture }))).toBe('picture_gone');
  });

  it('is limited for each client and altogether; a repetition is free', async (tx) => {
    await tx.sql(`insert into private.settings values ('report_ip_limit', '2')`);
    const key = randomUUID();
    await report(tx, { key });
    await report(tx);
    expect(await refusedIn(tx, () => report(tx))).toBe('rate_limited');
    expect(await report(tx, { key })).toEqual({ replayed: true });
    await tx.sql(`update private.settings set value = '100' where key = 'report_ip_limit'`);
    await tx.sql(`insert into private.settings values ('report_total_limit', '3')`);
    await report(tx);
    expect(await refusedIn(tx, () => report(tx))).toBe('rate_limited');
  });

  const near = [LIMITS.reportWords, LIMITS.reportWords + 1].flatMap((n) => [
    'x'.repeat(n),
    '🎨'.repeat(n),
  ]);
  test.each<[string, Said]>([
    ...['not_theirs', 'no_consent', 'offensive', 'other', 'else', '', null].map(
      (reason) => [`reason ${reason}`, { reason }] as [string, Said],
    ),
    ...['', '  ', 'Why?', ...near].map(
      (words) =>
        [`words ${words.slice(0, 4)} ${words.length}`, { reason: 'other', words }] as [
          string,
          Said,
        ],
    ),
    ...[
      '',
      ' ',
      'a@b.co',
      ' a@b.co ',
      'no',
      `${'a'.repeat(249)}@bc.de`,
      `${'a'.repeat(250)}@bc.de`,
    ].map((email) => [`email ${email.length}`, { email }] as [string, Said]),
  ])('%s: SQL and the form agree', (_, said) =>
    scratch(db, async (tx) => {
      const form = { reason: 'offensive', words: '', email: '', ...said };
      const parsed = pictureReportSchema.safeParse(form);
      const expected = parsed.success ? 'ok' : parsed.error.issues[0]?.message;
      const got = await report(tx, said).then(
        () => 'ok',
        (error) => JSON.parse(error.message).message,
      );
      expect(got).toBe(expected);
    }),
  );
});

async function reported(tx: Queryable, said: Said = {}): Promise<string> {
  const key = said.key ?? randomUUID();
  await report(tx, { ...said, key });
  const [row] = await tx.sql<{ id: string }>(
    'select id from private.picture_reports where idempotency_key = $1',
    [key],
  );
  return row?.id ?? '';
}
describe('an admin', () => {
  it('takes a picture down: it leaves every row, its file goes, everybody hears of it', async (tx) => {
    await tx.sql(
      `insert into storage.objects (bucket_id, name) values ('portfolio-images', $1), ('portfolio-images', $2)`,
      [`${id('artist2')}/m1.jpg`, `${id('artist2')}/second.jpg`],
    );
    await tx.sql('update public.murals set gallery_images = $2, before_url = $3 where id = $1', [
      id('M1'),
      [SECOND],
      COVER,
    ]);
    await tx.sql(
      `update private.deleted_murals set content = content || jsonb_build_object('image_url', $1::text, 'before_url', $1::text)`,
      [COVER],
    );
    const first = await reported(tx, { page: '/mural/m1', email: 'reporter@example.com' });
    const other = await reported(tx, { reason: 'not_theirs' });
    const kept = await reported(tx, { picture: SECOND });
    expect(await decide(tx, first, 'take_down', ' It names a child. ')).toEqual({ decided: 1 });
    expect(await decide(tx, first, 'take_down', 'again')).toEqual({ decided: 0 });
    const [artist] = await tx.sql('select * from public.artists where id = $1', [id('A2')]);
    expect(artist).toMatchObject({
      portfolio_images: [SECOND],
      profile_photo: FACE,
      picture_details: { [SECOND]: { x: 0.2, y: 0.4 } },
    });
    const [mural] = await tx.sql('select * from public.murals where id = $1', [id('M1')]);
    expect(mural).toMatchObject({
      image_url: SECOND,
      gallery_images: [],
      before_url: null,
      public_visible: true,
    });
    expect(await tx.sql('select content::text from private.deleted_murals')).not.toMatchObject([
      { content: expect.stringContaining('m1.jpg') },
    ]);
    expect(await tx.sql('select name from storage.objects')).toEqual([
      { name: `${id('artist2')}/second.jpg` },
    ]);
    const states = new Map((await listed(tx)).map((row) => [row.id, row]));
    expect(states.get(first)).toMatchObject({
      decision: 'taken_down',
      email: null,
      shown: false,
    });
    expect(states.get(other)).toMatchObject({ decision: 'taken_down' });
    expect(states.get(kept)).toMatchObject({ decision: null, shown: true });
    const [log] = await tx.sql<{ actor: string; detail: object }>(
      `select actor, detail from private.audit_log where action = 'picture.taken_down'`,
    );
    expect(log).toMatchObject({
      actor: id('admin'),
      detail: { name: 'A2', reason: 'It names a child.' },
    });
    const told = await tx.sql(
      `select user_id from public.notices where kind = 'picture_taken_down'`,
    );
    expect(told).toEqual([{ user_id: id('artist2') }]);
    const sent = await leasedIn<Record<string, unknown>>(tx);
    expect(sent.find(({ kind }) => kind === 'picture_taken_down')).toMatchObject({
      address: 'artist2@example.com',
      data: { reason: 'It names a child.', mural: 'M1' },
    });
    expect(sent.filter(({ kind }) => kind === 'report_decided')).toMatchObject([
      { address: 'reporter@example.com', data: { decision: 'taken_down', page: '/' } },
    ]);
  });

  it("takes the only picture of a mural, a face, and a client's picture down", async (tx) => {
    await decide(tx, await reported(tx, { page: '/mural/m1' }), 'take_down', 'Spam');
    const [mural] = await tx.sql('select * from public.murals where id = $1', [id('M1')]);
    expect(mural).toMatchObject({ image_url: null, public_visible: false });
    await decide(tx, await reported(tx, { picture: FACE }), 'take_down', 'Spam');
    const [artist] = await tx.sql('select * from public.artists where id = $1', [id('A2')]);
    expect(artist).toMatchObject({ profile_photo: null, public_visible: true });
    await tx.sql(`delete from public.notices where kind = 'picture_taken_down'`);
    await decide(tx, await reported(tx, { picture: OF_CLIENT }), 'take_down', 'Spam');
    const [review] = await tx.sql('select pictures from public.reviews where id = $1', [id('V1')]);
    expect(review).toEqual({ pictures: [] });
    expect(await tx.sql(`select from public.notices where kind = 'picture_taken_down'`)).toEqual(
      [],
    );
  });

  it('lets a picture be: each report by itself, and nothing else changes', async (tx) => {
    const one = await reported(tx, { email: 'reporter@example.com' });
    const two = await reported(tx);
    await decide(tx, one, 'dismiss');
    expect(await refusedIn(tx, () => decide(tx, one, 'take_down', 'x'))).toBe('move_refused');
    const unread = `select from public.notices where kind = 'picture_reported' and read_at is null`;
    expect(await tx.sql(unread)).toHaveLength(1);
    await decide(tx, two, 'dismiss');
    expect(await tx.sql(unread)).toEqual([]);
    const [artist] = await tx.sql('select * from public.artists where id = $1', [id('A2')]);
    expect(artist).toMatchObject({ portfolio_images: [SECOND, COVER] });
    const sent = await leasedIn<Record<string, unknown>>(tx);
    // Nobody is asked to look at what is decided.
    expect(sent.map(({ kind }) => kind)).not.toContain('picture_reported');
    expect(sent.filter(({ kind }) => kind === 'report_decided')).toMatchObject([
      { data: { decision: 'dismissed' } },
    ]);
  });

  it('is refused what makes no sense', async (tx) => {
    const one = await reported(tx);
    const cases: [string, string, string | null, string][] = [
      [one, 'take_down', ' ', 'reason_required'],
      [one, 'take_down', 'x'.repeat(LIMITS.reason + 1), 'reason_too_long'],
      [one, 'delete', null, 'invalid_input'],
      [id('nothing'), 'dismiss', null, 'report_unknown'],
    ];
    for (const [report, action, reason, code] of cases)
      expect(await refusedIn(tx, () => decide(tx, report, action, reason))).toBe(code);
  });
});

it('who wants an answer gets it in the language of the page, which is forgotten with the address', async (tx) => {
  const asked = { email: 'reporter@example.com', locale: 'es' } as const;
  await decide(tx, await reported(tx, asked), 'dismiss');
  expect(await tx.sql(`select locale from private.mails where kind = 'report_decided'`)).toEqual([
    { locale: 'es' },
  ]);
  expect(await tx.sql('select email, locale from private.picture_reports')).toEqual([
    { email: null, locale: 'en' },
  ]);
  expect(await refusedIn(tx, () => report(tx, { locale: 'fr' as never }))).toBe('invalid_input');
});

it('who wants an answer is forgotten after 180 days, with the account, and a decided report after a year', async (tx) => {
  const old = await reported(tx, { email: 'reporter@example.com' });
  const young = await reported(tx, { email: 'reporter@example.com' });
  const own = await reported(tx, { email: 'client@example.com' });
  const decided = await reported(tx);
  await decide(tx, decided, 'dismiss');
  await tx.sql(
    `update private.picture_reports set created_at = now() - interval '2 years', decided_at = decided_at - interval '1 year 1 day'
       where id = any ($1)`,
    [[old, decided]],
  );
  await tx.sql('update auth.users set confirmation_sent_at = now() where id = $1', [id('client')]);
  await tx.sql('delete from auth.users where id = $1', [id('client')]);
  await tx.sql('select private.delete_old_rows()');
  const rows = await tx.sql<{ id: string; email: string | null }>(
    'select id, email from private.picture_reports',
  );
  expect(new Map(rows.map(({ id, email }) => [id, email]))).toEqual(
    new Map([
      [old, null],
      [young, 'reporter@example.com'],
      [own, null],
    ]),
  );
});

import { beforeAll, describe, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import { answered, leasedIn, refusedIn, scratch, scratchTests } from '../support/actors.ts';
import { daysLater } from '../support/read.ts';
import { type Actor, caller, id, worldOfFile } from '../support/world.ts';

/** Who takes over an imported page, and who does not. A3 is one here, its address on file A3@example.com; `newcomer` has no profile. */
const db = await worldOfFile();
const it = scratchTests(db);
beforeAll(async () => {
  await db.sql('update public.artists set unclaimed = true where id = $1', [id('A3')]);
  await db.sql('delete from private.page_claims');
});

const as = <T = Record<string, unknown>>(
  tx: Queryable,
  who: Actor,
  text: string,
  params: unknown[] = [],
) => answered<T>(tx, caller(who), text, params);
const refused = (tx: Queryable, who: Actor, text: string, params: unknown[] = []) =>
  refusedIn(tx, () => as(tx, who, text, params));
const invite = (tx: Queryable) => as(tx, 'admin', 'public.invite_artist($1)', [id('A3')]);

const mails = async (tx: Queryable) =>
  (await leasedIn<{ link?: string }>(tx)).filter(({ kind }) => /claim|invited/.test(kind));
/** The token in the mail to the address on file. */
async function token(tx: Queryable): Promise<string> {
  const mail = (await mails(tx)).find(({ address }) => address === 'A3@example.com');
  return mail?.data.link?.split('#')[1] ?? 'none';
}
async function owner(tx: Queryable) {
  const [row] = await tx.sql<{ owner: string | null; unclaimed: boolean }>(
    'select user_id as owner, unclaimed from public.artists where id = $1',
    [id('A3')],
  );
  return row;
}
const claim = (tx: Queryable, who: Actor) =>
  as<{ state: string; mailed: boolean }>(tx, who, 'public.claim_artist($1, $2)', [
    id('A3'),
    'My walls',
  ]);
const claimId = async (tx: Queryable) =>
  (await tx.sql<{ id: string }>(`select id from private.page_claims where state = 'waiting'`))[0]
    ?.id;

describe('an invitation', () => {
  it('hands the page over by a press of whoever reads the mail, once', async (tx) => {
    await invite(tx);
    await invite(tx);
    const sent = await mails(tx);
    expect(sent.map(({ kind, address }) => [kind, address])).toEqual([
      ['artist_invited', 'A3@example.com'],
    ]);
    const secret = sent[0]?.data.link?.replace('/claim#', '');
    expect(secret).toMatch(/^[\w-]{43}$/);
    for (const who of ['anon', 'newcomer'] as const)
      expect(await as(tx, who, 'public.claimable_page(null, $1)', [secret])).toMatchObject({
        name: 'A3',
        unclaimed: true,
        mine: false,
      });
    expect(await owner(tx)).toEqual({ owner: null, unclaimed: true });
    const done = { slug: 'a3', replayed: false };
    expect(await as(tx, 'newcomer', 'public.confirm_claim($1)', [secret])).toEqual(done);
    expect(await owner(tx)).toEqual({ owner: id('newcomer'), unclaimed: false });
    // A lost answer costs nothing; to everybody else the link is spent.
    expect(await as(tx, 'newcomer', 'public.confirm_claim($1)', [secret])).toEqual({
      ...done,
      replayed: true,
    });
    expect(await refused(tx, 'artist', 'public.confirm_claim($1)', [secret])).toBe(
      'page_link_refused',
    );
    expect(await refused(tx, 'anon', 'public.claimable_page(null, $1)', [secret])).toBe(
      'page_link_refused',
    );
    expect(await refused(tx, 'newcomer', 'public.delete_unclaimed_page($1)', [secret])).toBe(
      'page_claimed',
    );
    expect(await refused(tx, 'admin', 'public.invite_artist($1)', [id('A3')])).toBe('page_claimed');
    const log = await tx.sql<{ action: string }>(
      `select action from private.audit_log where subject = $1 order by id`,
      [id('A3')],
    );
    expect(log.map(({ action }) => action)).toEqual([
      'artist.invited',
      'artist.invited',
      'artist.claimed',
    ]);
  });

  test.each([
    ['a guess', async () => 'x'.repeat(43)],
    ['nothing', async () => ''],
    [
      'one that has run out',
      async (tx: Queryable) => {
        const old = await token(tx);
        await daysLater(tx, 31);
        return old;
      },
    ],
    [
      'one that went to another address',
      async (tx: Queryable) => {
        const old = await token(tx);
        await tx.sql(
          `update public.artist_contacts set email = 'right@example.com' where artist_id = $1`,
          [id('A3')],
        );
        return old;
      },
    ],
    ['one of a request', async () => 'v'.repeat(43)],
  ])('is refused with %s', (_, make) =>
    scratch(db, async (tx) => {
      await invite(tx);
      const secret = await make(tx);
      for (const call of [
        'confirm_claim($1)',
        'delete_unclaimed_page($1)',
        'claimable_page(null, $1)',
      ])
        expect(await refused(tx, 'newcomer', `public.${call}`, [secret])).toBe('page_link_refused');
      expect((await owner(tx))?.unclaimed).toBe(true);
    }),
  );

  it('lets a blank profile give way, and no other', async (tx) => {
    await as(tx, 'newcomer', 'public.ensure_artist_profile()');
    await invite(tx);
    const secret = await token(tx);
    await tx.sql(`update public.artists set bio = 'I paint' where user_id = $1`, [id('newcomer')]);
    expect(await refused(tx, 'newcomer', 'public.confirm_claim($1)', [secret])).toBe(
      'own_profile_exists',
    );
    await tx.sql(`update public.artists set bio = null where user_id = $1`, [id('newcomer')]);
    await as(tx, 'newcomer', 'public.confirm_claim($1)', [secret]);
    const own = await tx.sql('select id from public.artists where user_id = $1', [id('newcomer')]);
    expect(own).toEqual([{ id: id('A3') }]);
  });

  it('is not sent where it could not arrive, or any more', async (tx) => {
    expect(await refused(tx, 'admin', 'public.invite_artist($1)', [id('A1')])).toBe('page_claimed');
    await tx.sql('update public.artist_contacts set email = null where artist_id = $1', [id('A4')]);
    expect(await refused(tx, 'admin', 'public.invite_artist($1)', [id('A4')])).toBe(
      'address_missing',
    );
    // A4 is private and has no address.
    expect(await as(tx, 'admin', 'public.invite_new_artists()')).toEqual({ invited: 1 });
    expect(await as(tx, 'admin', 'public.invite_new_artists()')).toEqual({ invited: 0 });
    // Those that are named are invited again; a claimed page and one without an address are not.
    const named = 'public.invite_new_artists($1)';
    expect(await as(tx, 'admin', named, [[id('A1'), id('A3'), id('A4')]])).toEqual({
      invited: 1,
    });
    expect(await as(tx, 'admin', named, [[]])).toEqual({ invited: 0 });
    await tx.sql('update public.artists set user_id = $1 where id = $2', [
      id('newcomer'),
      id('A3'),
    ]);
    expect(await mails(tx)).toEqual([]);
  });

  it('may be answered by having the page removed for good', async (tx) => {
    await tx.sql(
      `insert into public.murals (slug, title, public_visible, artist_id) values ('theirs', 'Theirs', true, $1)`,
      [id('A3')],
    );
    await invite(tx);
    await as(tx, 'anon', 'public.delete_unclaimed_page($1)', [await token(tx)]);
    expect(await owner(tx)).toBeUndefined();
    expect(
      await tx.sql(`select public_visible, artist_id from public.murals where slug = 'theirs'`),
    ).toEqual([{ public_visible: false, artist_id: null }]);
    expect(await tx.sql(`select 1 from private.audit_log where detail::text like '%A3%'`)).toEqual(
      [],
    );
    const again = await as<{ action: string | null }[]>(
      tx,
      'admin',
      'public.import_artists($1, true)',
      [JSON.stringify([{ line: 2, name: 'A3', email: 'a3@EXAMPLE.com' }])],
    );
    expect(again[0]?.action).toBeNull();
  });
});

describe('the address of a page is written to', () => {
  const locales = async (tx: Queryable) => {
    await invite(tx);
    await claim(tx, 'newcomer');
    const rows = await tx.sql<{ kind: string; locale: string }>(
      `select kind, locale from private.mails where kind in ('artist_invited', 'claim_check') order by kind`,
    );
    return rows.map(({ locale }) => locale);
  };
  const speaks = (tx: Queryable, languages: string) =>
    tx.sql('update public.artists set languages = $2 where id = $1', [id('A3'), languages]);

  test('in English, and in Spanish where the page names that alone', async () => {
    for (const [languages, expected] of [
      ['{}', 'en'],
      ['{English,Spanish}', 'en'],
      ['{Spanish}', 'es'],
    ] as const)
      await scratch(db, async (tx) => {
        await speaks(tx, languages);
        expect(await locales(tx)).toEqual([expected, expected]);
      });
  });

  it('in the language of its account, whatever the page says', async (tx) => {
    await speaks(tx, '{Spanish}');
    await tx.sql(
      `update auth.users set email = 'a3@example.com', raw_user_meta_data = '{"locale": "en"}' where id = $1`,
      [id('artist')],
    );
    expect(await locales(tx)).toEqual(['en', 'en']);
  });
});

describe('"This is me"', () => {
  it('waits for the mail, which only its reader can use, or for an admin', async (tx) => {
    expect(await claim(tx, 'newcomer')).toMatchObject({ state: 'waiting', mailed: true });
    expect(await claim(tx, 'newcomer')).toMatchObject({ state: 'waiting' });
    const sent = await mails(tx);
    expect(sent.map(({ kind, address }) => [kind, address]).sort()).toEqual([
      ['claim_check', 'A3@example.com'],
      ['claim_waiting', 'admin@example.com'],
    ]);
    // The mail to the admin opens nothing.
    expect(sent.filter(({ data }) => data.link)).toHaveLength(1);
    expect(await as(tx, 'newcomer', `public.claimable_page('a3')`)).toMatchObject({
      waiting: true,
      mine: false,
    });
    expect(await as(tx, 'artist', `public.claimable_page('a3')`)).toMatchObject({
      waiting: false,
    });
    const secret = sent.find(({ data }) => data.link)?.data.link?.split('#')[1];
    await as(tx, 'newcomer', 'public.confirm_claim($1)', [secret]);
    expect((await owner(tx))?.owner).toBe(id('newcomer'));
    expect(await tx.sql('select state from private.page_claims')).toEqual([{ state: 'accepted' }]);
  });

  it('is done at once for whoever is known to read the address', async (tx) => {
    await tx.sql(`update auth.users set email = 'a3@example.com' where id = $1`, [id('newcomer')]);
    // An account without a mail to prove it proves nothing.
    expect(await claim(tx, 'newcomer')).toMatchObject({ state: 'waiting' });
    await tx.sql('update auth.users set confirmation_sent_at = now() where id = $1', [
      id('newcomer'),
    ]);
    expect(await claim(tx, 'newcomer')).toMatchObject({ state: 'accepted', slug: 'a3' });
    expect((await owner(tx))?.owner).toBe(id('newcomer'));
  });

  it('is decided by an admin', async (tx) => {
    await claim(tx, 'newcomer');
    await tx.sql(`delete from public.artists where user_id = $1`, [id('artist2')]);
    await claim(tx, 'artist2');
    const [first, second] = await tx.sql<{ id: string }>(
      'select id from private.page_claims order by created_at, user_id = $1',
      [id('artist2')],
    );
    const [row] = (
      await as<{ rows: { claims: { email: string }[] }[] }>(
        tx,
        'admin',
        `public.admin_list_artists(p_filter => 'claims')`,
      )
    ).rows;
    expect(row?.claims.map(({ email }) => email).sort()).toEqual([
      'artist2@example.com',
      'newcomer@example.com',
    ]);
    await as(tx, 'admin', 'public.decide_claim($1, true)', [first?.id]);
    expect((await owner(tx))?.owner).toBe(id('newcomer'));
    expect(await refused(tx, 'admin', 'public.decide_claim($1, true)', [second?.id])).toBe(
      'move_refused',
    );
    const told = (await mails(tx)).map(({ kind, address }) => [kind, address]);
    expect(told).toEqual(
      expect.arrayContaining([
        ['claim_accepted', 'newcomer@example.com'],
        ['claim_refused', 'artist2@example.com'],
      ]),
    );
    const open = await tx.sql(
      `select 1 from public.notices where kind = 'claim_waiting' and read_at is null`,
    );
    expect(open).toEqual([]);
  });

  it('may be refused, and not be said of every page', async (tx) => {
    await claim(tx, 'newcomer');
    await as(tx, 'admin', 'public.decide_claim($1, false)', [await claimId(tx)]);
    expect((await owner(tx))?.unclaimed).toBe(true);
    const more = await tx.sql<{ id: string }>(
      `insert into public.artists (name, slug, unclaimed, public_visible) select 'M', 'm' || n, true, true from generate_series(1, 3) n returning id`,
    );
    const calls = [];
    for (const { id } of more) {
      await tx.sql('savepoint s');
      calls.push(
        await as<{ state: string }>(tx, 'newcomer', 'public.claim_artist($1)', [id]).then(
          ({ state }) => state,
          () => 'refused',
        ),
      );
      if (calls.at(-1) === 'refused') await tx.sql('rollback to savepoint s');
    }
    expect(calls).toEqual(['waiting', 'waiting', 'refused']);
  });

  test.each([
    ['A3', 'client', 'artist_account_needed'],
    ['A3', 'artist', 'own_profile_exists'],
  ] as const)('of %s by %s is refused', (artist, who, code) =>
    scratch(db, async (tx) => {
      expect(await refused(tx, who, 'public.claim_artist($1)', [id(artist)])).toBe(code);
    }),
  );
});

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { TestBackend } from '#tests/support/backend.ts';
import { become, call, refusal, scratch, scratchTests } from './support/actors.ts';
import { valueIn } from './support/read.ts';
import { caller, id, ORIGIN, upload, worldOfFile } from './support/world.ts';

const db = await worldOfFile();
const it = scratchTests(db);

describe('signing up', () => {
  test.each([
    ['artist', 'artist'],
    ['client', 'client'],
    ['admin', 'client'],
    ['ARTIST', 'client'],
    [['artist'], 'client'],
    [{ role: 'admin' }, 'client'],
    [null, 'client'],
    [undefined, 'client'],
  ])('as %j makes %s', async (asked, role) => {
    const user = randomUUID();
    await db.sql(`insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)`, [
      user,
      `${user}@example.com`,
      { role: asked },
    ]);
    const [row] = await db.sql('select role from public.user_roles where user_id = $1', [user]);
    expect(row).toEqual({ role });
  });

  it('later changes to the metadata change no role', async (tx) => {
    await tx.sql(`update auth.users set raw_user_meta_data = '{"role": "admin"}' where id = $1`, [
      id('client'),
    ]);
    expect(
      await tx.sql('select role from public.user_roles where user_id = $1', [id('client')]),
    ).toEqual([{ role: 'client' }]);
  });
});

describe('the address of an account', () => {
  const HOSTILE = [
    '<b>x</b>@example.com',
    '"><img/src=x>@example.com',
    'a@example.com\r\nbcc: b@example.com',
    'a b@example.com',
    'no address',
  ];
  const insert = (db: Pick<TestBackend, 'sql'>, email: string, change: string | null = null) =>
    db.sql('insert into auth.users (id, email, email_change) values ($1, $2, $3)', [
      randomUUID(),
      email,
      change,
    ]);

  test.each(HOSTILE)('is never %j, whoever makes the account', async (email) => {
    await scratch(db, async (tx) => {
      expect(await refusal(insert(tx, email))).toMatchObject({ field: 'email' });
    });
    await scratch(db, async (tx) => {
      const change = insert(tx, `${randomUUID()}@example.com`, email);
      expect(await refusal(change)).toMatchObject({ field: 'email' });
    });
    await scratch(db, async (tx) => {
      const move = tx.sql('update auth.users set email = $2 where id = $1', [id('client'), email]);
      expect(await refusal(move)).toMatchObject({ field: 'email' });
    });
  });

  it('may be empty, as hosted keeps a change that nobody asked for', async (tx) => {
    await insert(tx, `${randomUUID()}@example.com`, '');
  });

  it('that is older than the rule does not keep its account from anything else', async (tx) => {
    await tx.sql('alter table auth.users disable trigger check_account_email');
    await tx.sql(`update auth.users set email = '<old>@example.com' where id = $1`, [id('client')]);
    await tx.sql('alter table auth.users enable trigger check_account_email');
    await tx.sql('update auth.users set email = email, last_sign_in_at = now() where id = $1', [
      id('client'),
    ]);
  });
});

describe('a new profile', () => {
  const ensure = (user: string) =>
    call<{ id: string; name: string; slug: string; public_visible: boolean }>(
      db,
      { role: 'authenticated', userId: user },
      'select * from public.ensure_artist_profile()',
    );
  const account = async (user: string, email: string, name?: string) => {
    await db.sql(`insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)`, [
      user,
      email,
      { role: 'artist', name },
    ]);
    return user;
  };

  test('is private, named and slugged by the rule, with the account as its contact, and made once', async () => {
    // An account that is older than the rule about addresses.
    await db.sql('alter table auth.users disable trigger check_account_email');
    const user = await account(randomUUID(), 'peña@example.com', ' Íñigo Peña ');
    await db.sql('alter table auth.users enable trigger check_account_email');
    const [made] = await ensure(user);
    expect(made).toMatchObject({
      name: 'Íñigo Peña',
      slug: `inigo-pena-${user.slice(0, 8)}`,
      public_visible: false,
    });
    expect(await ensure(user)).toEqual([made]);
    expect(
      await db.sql('select email from public.artist_contacts where artist_id = $1', [made?.id]),
    ).toEqual([{ email: null }]);
  });

  test('takes its name from the e-mail when the account has none, and what is too long is cut', async () => {
    const [plain] = await ensure(await account(randomUUID(), 'rosa.d@example.com', '  '));
    expect(plain?.name).toBe('rosa.d');
    const [long] = await ensure(await account(randomUUID(), 'long@example.com', 'x'.repeat(300)));
    expect(long?.name).toHaveLength(100);
  });

  test('namesakes whose ids begin alike get different slugs', async () => {
    const ids = ['0193abcd-0000-7000-8000-000000000001', '0193abcd-0000-7000-8000-000000000002'];
    const slugs = [];
    for (const [n, user] of ids.entries()) {
      const [row] = await ensure(await account(user, `namesake${n}@example.com`, 'Ana'));
      slugs.push(row?.slug);
    }
    expect(slugs).toEqual(['ana-0193abcd', `ana-${ids[1]}`]);
  });

  it("by a plain insert starts private, unfeatured and with the rule's slug, whatever was sent", async (tx) => {
    await become(tx, caller('newcomer'));
    const [row] = await tx.sql(
      `insert into public.artists (user_id, name, slug, public_visible) values ($1, 'New', 'admin', true)
         returning slug, public_visible, featured, average_rating`,
      [id('newcomer')],
    );
    expect(row).toEqual({
      slug: `new-${id('newcomer').slice(0, 8)}`,
      public_visible: false,
      featured: false,
      average_rating: 0,
    });
  });
});

describe('images of a profile', () => {
  const own = (file: string) => upload('portfolio-images', 'artist', file);
  const setImages = (urls: string[]) =>
    call(db, caller('artist'), 'update public.artists set portfolio_images = $1 where id = $2', [
      urls,
      id('A1'),
    ]);

  test.each([
    `${own('1-0.jpg')}`,
    `${own('a.webp')}?v=1732180000000`,
    own(`${'a'.repeat(64)}.avif`),
  ])('%s is an own upload', async (url) => {
    await setImages([url]);
  });

  test.each([
    own('1-0.svg'),
    own('../x.jpg'),
    own('deeper/1.jpg'),
    own(`${'a'.repeat(65)}.jpg`),
    own('A.jpg'),
    `${own('1.jpg')}?x=1`,
    `${own('1.jpg')}#x`,
    `${own('1.jpg')}\n`,
    ` ${own('1.jpg')}`,
    own('1.jpg').replace('127.0.0.1', '127x0x0x1'),
    own('1.jpg').replace('http:', 'https:'),
    `https://evil.example/${own('1.jpg')}`,
    upload('profile-photos', 'artist', '1.jpg'),
    upload('portfolio-images', 'artist2', '1.jpg'),
    own('1.jpg').replace(':4321', ':4321@evil.example'),
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    '',
  ])('"%s" is refused', async (url) => {
    expect(await refusal(setImages([url]))).toMatchObject({
      code: 'image_refused',
      field: 'portfolio_images',
    });
  });

  test('what is there already may be reordered and removed, whatever it is', async () => {
    const old = ['https://old.example/1.jpg', 'https://old.example/2.jpg'];
    await db.sql('update public.artists set portfolio_images = $1 where id = $2', [old, id('A1')]);
    await setImages([...old].reverse());
    await setImages([own('new.jpg'), old[0] as string]);
    await setImages([]);
  });

  it('without a configured origin, any hosted project and nothing else', async (tx) => {
    await tx.sql(`delete from private.settings where key = 'media_origin'`);
    const ok = (url: string) =>
      valueIn<boolean>(tx, `select private.media_url_ok($1, 'profile-photos', $2) as ok`, [
        url,
        id('artist'),
      ]);
    const file = upload('profile-photos', 'artist', 'profile.jpg').slice(ORIGIN.length);
    expect(await ok(`https://abcdefghijklmnopqrst.supabase.co${file}`)).toBe(true);
    expect(await ok(`https://abcdefghijklmnopqrst.supabase.co.evil.example${file}`)).toBe(false);
    expect(await ok(`https://evilabcdefghijklmnopqrst.supabase.co${file}`)).toBe(false);
    expect(await ok(`${ORIGIN}${file}`)).toBe(false);
  });
});

describe('stored text', () => {
  it('is trimmed, and empty is null, also for a plain update', async (tx) => {
    await become(tx, caller('artist'));
    const [row] = await tx.sql(
      `update public.artists set name = ' N ', city = ' ', state = '', bio = E'\\t' where id = $1 returning name, city, state, bio, city_slug`,
      [id('A1')],
    );
    expect(row).toEqual({ name: 'N', city: null, state: null, bio: null, city_slug: null });
  });

  test.each([
    ['styles', ' padded '],
    ['mediums', ''],
    ['surfaces', 'x'.repeat(51)],
  ])('%s with "%s" violate the list rule', async (column, item) => {
    const work = call(
      db,
      caller('artist'),
      `update public.artists set ${column} = array[$1] where id = $2`,
      [item, id('A1')],
    );
    expect((await refusal(work)).code).toBe('23514');
  });
});

describe('cities', () => {
  const insert = (name: string, state: string) =>
    call<{ slug: string; artist_count: number }>(
      db,
      caller('admin'),
      'insert into public.cities (city_name, state, slug) values ($1, $2, $3) returning slug, artist_count',
      [name, state, 'whatever'],
    );
  test('derive their slug and count their artists', async () => {
    expect(await insert(' New Braunfels ', 'texas')).toEqual([
      { slug: 'new-braunfels-tx', artist_count: 0 },
    ]);
  });
  test.each([
    ['!', 'TX', 'city_required'],
    ['Paris', 'France', 'state_invalid'],
  ])('"%s", "%s" is refused as %s', async (name, state, code) => {
    expect((await refusal(insert(name, state))).code).toBe(code);
  });
  test('show only covers that the admin uploaded', async () => {
    const cover = (url: string) =>
      call(db, caller('admin'), 'update public.cities set cover_photo = $1 where id = $2', [
        url,
        id('C1'),
      ]);
    expect((await refusal(cover('https://evil.example/a.jpg'))).code).toBe('image_refused');
    await cover(upload('portfolio-images', 'admin', 'cover.jpg'));
  });
});

describe('the audit log', () => {
  const since = async (work: () => Promise<unknown>) => {
    await db.sql('delete from private.audit_log');
    await work();
    return db.sql<{ action: string; actor: string; subject: string; detail: object }>(
      'select action, actor, subject, detail from private.audit_log order by id',
    );
  };
  const asAdmin = (text: string, params: unknown[]) => call(db, caller('admin'), text, params);

  test('notes what an admin does to a profile, and nothing of what its owner does', async () => {
    const rows = await since(async () => {
      await asAdmin(
        'update public.artists set featured = true, public_visible = true where id = $1',
        [id('A1')],
      );
      await asAdmin(`update public.artists set name = 'Corrected' where id = $1`, [id('A1')]);
      await asAdmin('update public.artists set featured = true where id = $1', [id('A1')]);
      await call(
        db,
        caller('artist'),
        'update public.artists set public_visible = false where id = $1',
        [id('A1')],
      );
    });
    expect(rows.map((row) => [row.action, row.actor, row.subject])).toEqual(
      ['artist.featured', 'artist.visibility', 'artist.profile'].map((action) => [
        action,
        id('admin'),
        id('A1'),
      ]),
    );
  });

  test('notes cities, roles and publishing', async () => {
    const rows = await since(async () => {
      const [city] = await call<{ id: string }>(
        db,
        caller('admin'),
        `insert into public.cities (city_name, state) values ('Boerne', 'TX') returning id`,
      );
      await asAdmin('update public.cities set featured = true where id = $1', [city?.id]);
      await asAdmin('update public.cities set featured = true where id = $1', [city?.id]);
      await asAdmin('delete from public.cities where id = $1', [city?.id]);
      await asAdmin('select public.request_publish($1)', ['rebuild']);
      await call(db, caller('service'), 'select public.grant_admin($1)', [' CLIENT2@example.com ']);
      await call(db, caller('service'), 'select public.revoke_admin($1)', ['client2@example.com']);
    });
    expect(rows.map((row) => row.action)).toEqual([
      'city.insert',
      'city.update',
      'city.delete',
      'publish.rebuild',
      'role.changed',
      'role.changed',
    ]);
  });
});

describe('operators', () => {
  const operator = <T>(name: string, email: string) =>
    call<{ answer: T }>(db, caller('service'), `select public.${name}($1) as answer`, [email]).then(
      ([row]) => row?.answer,
    );
  test('make admins of artists and artists of admins again', async () => {
    expect(await operator('grant_admin', 'artist2@example.com')).toMatchObject({
      role: 'admin',
      user_id: id('artist2'),
    });
    expect(await operator('revoke_admin', 'artist2@example.com')).toMatchObject({ role: 'artist' });
    expect(await operator('revoke_admin', 'client@example.com')).toMatchObject({ role: 'client' });
    expect(await operator('revoke_admin', 'newcomer@example.com')).toMatchObject({
      role: 'artist',
    });
  });
  test('learn that an account does not exist', async () => {
    expect(await refusal(operator('grant_admin', 'nobody@example.com'))).toMatchObject({
      code: 'account_unknown',
      status: 404,
    });
  });
});

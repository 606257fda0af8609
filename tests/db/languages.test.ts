import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { call, refusal, work } from './support/actors.ts';
import { ANON, form, give, proveSenders, submit } from './support/leads.ts';
import { valueIn, valuesIn } from './support/read.ts';
import { caller, id, worldOfFile } from './support/world.ts';

const db = await worldOfFile();
beforeEach(async () => {
  for (const table of ['mails', 'rate_counters', 'newsletter_subscribers'])
    await db.sql(`delete from private.${table}`);
});

const speak = (who: string, locale: unknown) =>
  db.sql(
    `update auth.users set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('locale', $2::jsonb)
     where id = $1`,
    [id(who), JSON.stringify(locale)],
  );
const accountLocale = async (who: string) =>
  (await db.sql<{ locale: string }>('select private.account_locale($1) as locale', [id(who)]))[0]
    ?.locale;
const requestLocale = (lead: string) =>
  valueIn<string>(db, 'select locale from public.lead_records where id = $1', [lead]);
/** The kinds of email to an address or an account that wait, with their languages. */
const mails = (recipient: string) =>
  valuesIn<string>(
    db,
    `select kind || ' ' || locale as line from private.mails where recipient = $1 order by id`,
    [recipient],
  );

describe('the language of a request', () => {
  test('is that of the page which sent it, and English where none is said', async () => {
    const english = await submit(db, form());
    const spanish = await submit(db, form({ details: { locale: 'es' } }));
    expect(await requestLocale(english.id)).toBe('en');
    expect(await requestLocale(spanish.id)).toBe('es');
  });

  test('is refused where nothing is written in it', async () => {
    for (const locale of ['fr', 'ES', 7, {}])
      expect(await refusal(submit(db, form({ details: { locale } })))).toMatchObject({
        code: 'invalid_input',
      });
  });

  test('is none of what makes a form another one', async () => {
    const lead = form({ details: { locale: 'es' } });
    const first = await submit(db, lead);
    const again = await submit(db, { ...lead, details: { locale: 'en' } });
    expect(again).toMatchObject({ id: first.id, replayed: true });
    expect(await requestLocale(first.id)).toBe('es');
  });
});

describe('the language of an account', () => {
  test('is what its metadata says of the two, and nothing else stays there', async () => {
    expect(await accountLocale('client')).toBe('en');
    await speak('client', 'es');
    expect(await accountLocale('client')).toBe('es');
    for (const locale of ['fr', 7, null, { es: true }]) {
      await speak('client', locale);
      expect(await accountLocale('client')).toBe('en');
      expect(
        await db.sql(`select raw_user_meta_data ? 'locale' as kept from auth.users where id = $1`, [
          id('client'),
        ]),
      ).toEqual([{ kept: false }]);
    }
  });

  test('stays when a request comes from a page in the other one', async () => {
    await speak('client', 'en');
    const lead = await submit(db, form({ details: { locale: 'es' } }), caller('client'));
    expect(await accountLocale('client')).toBe('en');
    expect(await requestLocale(lead.id)).toBe('es');
    expect(await mails(id('client'))).toEqual(['request_confirmed en']);
    await speak('client', 'es');
    expect(await requestLocale((await submit(db, form(), caller('client'))).id)).toBe('es');
  });

  test('is in the export, with those of requests, emails and the newsletter', async () => {
    await speak('client2', 'es');
    await submit(db, form({ details: { locale: 'es' } }), caller('client2'));
    const [row] = await call<{ all: Record<string, Record<string, unknown>[]> }>(
      db,
      caller('client2'),
      'select public.export_my_data() as all',
    );
    expect(row?.all.account?.[0]?.metadata).toMatchObject({ locale: 'es' });
    expect(row?.all.requests?.map(({ locale }) => locale).sort()).toEqual(['en', 'es']);
    expect(row?.all.mails?.map(({ locale }) => locale)).toContain('es');
  });
});

describe('the language of an email', () => {
  test("to a guest is the request's, to an artist the account's, to an admin English", async () => {
    await speak('artist', 'es');
    await speak('admin', 'es');
    const lead = form({ details: { locale: 'es' }, artist: id('A1') });
    const { id: sent } = await submit(db, lead);
    await proveSenders(db);
    await give(db, sent, id('A1'), id('A2'));
    expect(await mails(lead.email as string)).toEqual(['request_confirmed es']);
    expect(await mails(id('artist'))).toContain('lead_received es');
    expect(await mails(id('artist2'))).toContain('lead_received en');
    await db.sql(`select private.mail_admins('request_unmatched', 'x', $1::uuid)`, [sent]);
    expect(await mails(id('admin'))).toEqual(['request_unmatched en']);
    const leased = await work<{ kind: string; locale: string }>(db);
    expect(leased.find(({ kind }) => kind === 'request_confirmed')?.locale).toBe('es');
  });

  test('stays with what tells of an end', async () => {
    const guest = form({ details: { locale: 'es' } });
    const { id: lead } = await submit(db, guest);
    await db.sql('delete from private.mails');
    await proveSenders(db);
    await db.sql(`select private.tell_client($1, 'erase_request')`, [lead]);
    await db.sql('delete from public.lead_records where id = $1', [lead]);
    expect(await mails(guest.email as string)).toEqual(['request_acted es']);
    const gone = randomUUID();
    await db.sql(
      `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
       values ($1, 'gone@example.com', now(), '{"locale": "es"}')`,
      [gone],
    );
    await db.sql('delete from auth.users where id = $1', [gone]);
    expect(await mails('gone@example.com')).toEqual(['account_deleted es']);
  });

  test('is taken out of the requests of an account that goes', async () => {
    const gone = randomUUID();
    await db.sql(`insert into auth.users (id, email) values ($1, 'leaves@example.com')`, [gone]);
    const lead = await submit(db, form({ details: { locale: 'es' } }), {
      role: 'authenticated',
      userId: gone,
    });
    await db.sql('delete from auth.users where id = $1', [gone]);
    expect(await requestLocale(lead.id)).toBe('en');
  });
});

describe('the language of a subscriber', () => {
  const subscribe = (email: string, locale?: string) =>
    call(
      db,
      ANON,
      locale
        ? 'select public.subscribe_newsletter($1, $2)'
        : 'select public.subscribe_newsletter($1)',
      locale ? [email, locale] : [email],
    );
  const localeOf = (email: string) =>
    db.sql('select locale from private.newsletter_subscribers where email = $1', [email]);

  test('is that of the page, and stays once they are on the list', async () => {
    await subscribe('plain@example.com');
    expect(await localeOf('plain@example.com')).toEqual([{ locale: 'en' }]);
    await subscribe('rosa@example.com', 'en');
    await subscribe('rosa@example.com', 'es');
    expect(await mails('rosa@example.com')).toEqual([
      'newsletter_confirm en',
      'newsletter_confirm es',
    ]);
    await db.sql('update private.newsletter_subscribers set confirmed_at = now()');
    await subscribe('rosa@example.com', 'en');
    expect(await localeOf('rosa@example.com')).toEqual([{ locale: 'es' }]);
    await call(
      db,
      caller('admin'),
      `select public.send_newsletter(gen_random_uuid(), 'News', p_artists => array[$1]::uuid[], p_to_all => true)`,
      [id('A2')],
    );
    expect(await mails('rosa@example.com')).toContain('newsletter_issue es');
  });

  test('is refused where nothing is written in it', async () => {
    expect(await refusal(subscribe('rosa@example.com', 'fr'))).toMatchObject({
      code: 'invalid_input',
    });
  });
});

describe('a conversation', () => {
  const writesIn = async (who: 'artist2' | 'client', lead: string) => {
    const [row] = await call<{ conversation: { client_writes_in: string | null } }>(
      db,
      caller(who),
      'select public.read_conversation($1, $2) as conversation',
      [lead, id('A2')],
    );
    return row?.conversation.client_writes_in;
  };

  test('says to an artist in which other language the client writes', async () => {
    const { id: lead } = await submit(db, form({ details: { locale: 'es' } }), caller('client'));
    await give(db, lead, id('A2'));
    expect(await writesIn('artist2', lead)).toBe('es');
    expect(await writesIn('client', lead)).toBeNull();
    await speak('artist2', 'es');
    expect(await writesIn('artist2', lead)).toBeNull();
    expect(await writesIn('artist2', id('L1'))).toBe('en');
    await speak('artist2', 'en');
    expect(await writesIn('artist2', id('L1'))).toBeNull();
  });
});

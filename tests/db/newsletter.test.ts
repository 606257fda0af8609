import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Caller, call, callByName, type Leased, refusal, work } from './support/actors.ts';
import { daysLater, valuesIn } from './support/read.ts';
import { workOf } from './support/work.ts';
import { caller, id, worldOfFile } from './support/world.ts';

const db = await worldOfFile();
beforeEach(async () => {
  for (const table of ['mails', 'rate_counters', 'newsletter_subscribers', 'newsletter_issues'])
    await db.sql(`delete from private.${table}`);
  await db.sql(`delete from private.settings where key = 'clock_offset_seconds'`);
});

const ANON: Caller = { role: 'anon' };
const ADMIN = caller('admin');

const rpc = <T>(name: string, args: object, who: Caller = ANON) =>
  callByName<T>(db, who, name, args);
const subscribe = (email: string) => rpc<{ ok: boolean }>('subscribe_newsletter', { email: email });
const confirm = (token: string) => rpc('confirm_newsletter', { token: token });
const unsubscribe = (token: string) => rpc('unsubscribe', { token: token });

type Mail = Leased<{ link?: string; unsubscribe?: string; artists?: { slug: string }[] }>;
/** All mails that are due, as the worker gets them. */
const lease = () => work<Mail>(db);
const tokenOf = (mail: Mail | undefined) => mail?.data.link?.split('confirm=')[1] ?? '?';
/** An address on the list, and the token that its mails carry. */
async function reader(email: string): Promise<string> {
  await subscribe(email);
  const token = tokenOf((await lease()).find((mail) => mail.address === email));
  await confirm(token);
  return token;
}
const listed = () =>
  valuesIn<string>(
    db,
    'select email from private.newsletter_subscribers where confirmed_at is not null order by 1',
  );
const days = (n: number) => daysLater(db, n);

describe('an address', () => {
  test('is on the list once a press has confirmed it', async () => {
    expect(await subscribe(' Rosa@Example.com ')).toEqual({ ok: true });
    expect(await listed()).toEqual([]);
    const [mail] = await lease();
    expect(mail).toMatchObject({ kind: 'newsletter_confirm', address: 'Rosa@Example.com' });
    expect(mail?.data.link).toMatch(/^\/newsletter#confirm=[\w-]{43}$/);
    for (let n = 0; n < 2; n++) expect(await confirm(tokenOf(mail))).toEqual({ confirmed: true });
    expect(await listed()).toEqual(['Rosa@Example.com']);
    // Neither the list nor the outbox holds what opens it.
    const rows = JSON.stringify([
      await db.sql('select x::text from private.newsletter_subscribers x'),
      await db.sql('select x::text from private.mails x'),
    ]);
    expect(rows).not.toContain(tokenOf(mail));
  });

  test('is answered the same whether or not it is on the list, and mailed only if not', async () => {
    await reader('known@example.com');
    await db.sql('delete from private.mails');
    expect(await subscribe('KNOWN@example.com')).toEqual(await subscribe('new@example.com'));
    expect((await lease()).map((mail) => mail.address)).toEqual(['new@example.com']);
    expect(await listed()).toEqual(['known@example.com']);
  });

  test('is given as much work when it is on the list: the email is undone', async () => {
    await reader('known@example.com');
    const emails = async (email: string) => {
      const text = 'select public.subscribe_newsletter($1)';
      const { calls, written } = await workOf(db, ANON, text, [email]);
      return [calls['private.write_mail'], written['private.mails']];
    };
    expect(await emails('known@example.com')).toEqual([1, 1]);
    expect(await emails('new@example.com')).toEqual([1, 1]);
  });

  test('is refused with the sentence of its form', async () => {
    for (const wrong of ['nothing', '', null])
      expect(await refusal(rpc('subscribe_newsletter', { email: wrong }))).toMatchObject({
        code: 'newsletter_email_invalid',
        message: 'Please enter a valid email address',
      });
    const long = `${'a'.repeat(250)}@example.com`;
    expect((await refusal(subscribe(long))).code).toBe('email_too_long');
  });

  test('gets three mails an hour, in silence, and a caller asks ten times in ten minutes', async () => {
    for (let n = 0; n < 5; n++) await subscribe('often@example.com');
    // The third waits until tomorrow.
    expect(await lease()).toHaveLength(2);
    for (let n = 0; n < 5; n++) await subscribe(`reader-${n}@example.com`);
    expect((await refusal(subscribe('more@example.com'))).code).toBe('rate_limited');
  });

  test('that never confirms is forgotten after 30 days', async () => {
    await subscribe('late@example.com');
    const [mail] = await lease();
    await days(31);
    expect((await refusal(confirm(tokenOf(mail)))).code).toBe('newsletter_refused');
    await subscribe('other@example.com');
    await lease();
    const rows = await db.sql('select email from private.newsletter_subscribers');
    expect(rows).toEqual([{ email: 'other@example.com' }]);
  });

  test('leaves by its token, and with it whatever waits for it', async () => {
    const token = await reader('rosa@example.com');
    await reader('ben@example.com');
    const issue = { id: randomUUID(), subject: 'News', artists: [id('A2')], to_all: true };
    await rpc('send_newsletter', issue, ADMIN);
    const changed = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
    for (const wrong of [changed, '', 'x'.repeat(5000)])
      expect(await unsubscribe(wrong)).toEqual({ ok: true });
    expect(await listed()).toHaveLength(2);
    for (let n = 0; n < 2; n++) expect(await unsubscribe(token)).toEqual({ ok: true });
    expect(await listed()).toEqual(['ben@example.com']);
    expect((await lease()).map((mail) => mail.address)).toEqual(['ben@example.com']);
    expect(JSON.stringify(await db.sql('select * from private.mails'))).not.toContain('rosa@');
    expect((await refusal(confirm(token))).code).toBe('newsletter_refused');
  });

  test('goes with the account that has confirmed it', async () => {
    await reader('newcomer@example.com');
    await reader('rosa@example.com');
    await db.sql('update auth.users set confirmation_sent_at = now() where id = $1', [
      id('newcomer'),
    ]);
    await call(db, caller('newcomer'), 'select public.delete_my_account()');
    expect(await listed()).toEqual(['rosa@example.com']);
    const mails = await db.sql(
      `select from private.mails where kind like 'newsletter%' and recipient = 'newcomer@example.com'`,
    );
    expect(mails).toEqual([]);
  });
});

test('an account that anybody may have made with an address takes nothing of its owner along', async () => {
  await reader('owner@example.com');
  const key = randomUUID();
  await db.sql(
    `insert into private.picture_reports (picture, page, reason, email, idempotency_key) values ('x', '/artist/a2', 'other', 'owner@example.com', $1)`,
    [key],
  );
  // Without a mail server it is there at once, and confirmed.
  const { client } = await db.signedIn('client', 'owner@example.com');
  await client.rpc('delete_my_account');
  expect(await db.sql(`select 1 from auth.users where email = 'owner@example.com'`)).toEqual([]);
  expect(await listed()).toContain('owner@example.com');
  expect(
    await db.sql('select email from private.picture_reports where idempotency_key = $1', [key]),
  ).toEqual([{ email: 'owner@example.com' }]);
});

describe('an issue', () => {
  const issue = (changes: object = {}) => ({
    id: randomUUID(),
    subject: 'New walls',
    intro: 'Hello',
    artists: [id('A3'), id('A2')],
    murals: [id('M1')],
    to_all: true,
    ...changes,
  });
  const send = (args: object) =>
    rpc<{ recipients: number; replayed: boolean }>('send_newsletter', args, ADMIN);

  test('goes once to each confirmed address, each with its own way out', async () => {
    const tokens = [await reader('ana@example.com'), await reader('ben@example.com')];
    await subscribe('waits@example.com');
    await db.sql('delete from private.mails');
    const args = issue();
    expect(await send(args)).toEqual({ recipients: 2, replayed: false });
    expect(await send(args)).toEqual({ recipients: 2, replayed: true });
    const mails = await lease();
    expect(mails.map((mail) => mail.address).sort()).toEqual([
      'ana@example.com',
      'ben@example.com',
    ]);
    expect(mails.map((mail) => mail.data.unsubscribe).sort()).toEqual(tokens.sort());
    expect(mails[0]?.data).toMatchObject({
      subject: 'New walls',
      intro: 'Hello',
      artists: [{ name: 'A3' }, { name: 'A2' }],
      murals: [{ name: 'M1', slug: 'm1' }],
    });
    const [entry] = await db.sql(
      `select detail from private.audit_log where action = 'newsletter.sent' and subject = $1`,
      [args.id],
    );
    expect(entry).toEqual({ detail: { name: 'New walls', recipients: 2 } });
    // Somebody who subscribes after it was sent waits for the next.
    await db.sql('delete from private.mails');
    await reader('cleo@example.com');
    await send(args);
    expect(await lease()).toEqual([]);
  });

  test('is tried out by its author alone, as often as they like, and then sent as it is last', async () => {
    const args = issue({ to_all: false });
    await reader('ana@example.com');
    await db.sql('delete from private.mails');
    for (let n = 0; n < 2; n++)
      expect(await send(args)).toEqual({ recipients: 1, replayed: false });
    const tried = await lease();
    expect(tried.map((mail) => mail.address)).toEqual(['admin@example.com', 'admin@example.com']);
    expect(tried[0]?.data.unsubscribe).toBeUndefined();
    await send({ ...args, subject: 'Better', to_all: true });
    expect(await lease()).toMatchObject([
      { address: 'ana@example.com', data: { subject: 'Better' } },
    ]);
    await send({ ...args, subject: 'Too late' });
    const rows = await db.sql('select subject from private.newsletter_issues');
    expect(rows).toEqual([{ subject: 'Better' }]);
  });

  test('shows nothing that became private since', async () => {
    await reader('ana@example.com');
    await send(issue());
    await db.sql('update public.artists set public_visible = false where id = $1', [id('A3')]);
    const [mail] = await lease();
    expect(mail?.data.artists).toMatchObject([{ slug: 'a2' }]);
    await db.sql('update public.artists set public_visible = true where id = $1', [id('A3')]);
  });

  test('has a subject and something in it', async () => {
    for (const [changes, field] of [
      [{ subject: ' ' }, 'subject'],
      [{ subject: 'x'.repeat(121) }, 'subject'],
      [{ intro: 'x'.repeat(2001) }, 'intro'],
      [{ artists: [], murals: [] }, 'items'],
    ] as const)
      expect(await refusal(send(issue(changes)))).toMatchObject({ code: 'invalid_input', field });
  });

  test('is made of what became public within a month', async () => {
    const state = () =>
      rpc<{ artists: { slug: string }[]; murals: object[]; confirmed: number; waiting: number }>(
        'admin_newsletter',
        {},
        ADMIN,
      );
    await reader('ana@example.com');
    await subscribe('waits@example.com');
    const now = await state();
    expect(now.artists.map((artist) => artist.slug).sort()).toEqual(['a2', 'a3']);
    expect(now).toMatchObject({ murals: [{ slug: 'm1' }], confirmed: 1, waiting: 1, last: null });
    await days(40);
    expect(await state()).toMatchObject({ artists: [], murals: [] });
  });

  test('its readers are listed for admins', async () => {
    await reader('ana@example.com');
    await reader('ben@example.com');
    await subscribe('waits@example.com');
    const list = await rpc<{ total: number; rows: { email: string }[] }>(
      'admin_list_subscribers',
      { search: 'AN', sort: 'email' },
      ADMIN,
    );
    expect(list).toMatchObject({ total: 1, rows: [{ email: 'ana@example.com' }] });
  });
});

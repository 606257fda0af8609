import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { renderMail } from '#mail/delivery/render.ts';
import { backendOfFile } from '../../support/backend.ts';
import { type Leased, work } from '../support/actors.ts';
import { ANON, form, submit } from '../support/leads.ts';
import { people } from '../support/people.ts';
import { provenToken } from '../support/proof.ts';
import { daysLater } from '../support/read.ts';

/** A client who reads the address of their request no more asks for another one with the link, and waits a week. */
const db = await backendOfFile();
await people(db);

const address = (who: string) => `${who}-${randomUUID().slice(0, 8)}@example.com`;
const moveClock = (days: number) => daysLater(db, days);
const tend = () => db.sql('select private.tend_address_changes()');

type Leaving = Leased<{ link?: string; at?: string }>;
/** The emails that leave now. */
async function leaving(): Promise<Leaving[]> {
  const mails = await work<Leaving>(db);
  await db.sql(`update private.mails set state = 'sent' where state = 'leased'`);
  return mails;
}
const changing = (mails: Leaving[]) =>
  mails.filter(({ kind }) => kind === 'request_address_change').map(({ address: to }) => to);

let old: string;
let next: string;
let lead: string;
let token: string;
beforeEach(async () => {
  await db.sql('delete from private.rate_counters');
  await db.sql('delete from private.address_changes');
  await moveClock(0);
  old = address('old');
  next = address('new');
  const sent = await submit(db, form({ email: old }), ANON);
  lead = sent.id;
  token = sent.token as string;
  await db.sql('select private.prove_request($1)', [lead]);
  await db.sql('delete from private.mails');
});

const rpc = (name: string, args: object) => db.guest(token).rpc(name, args);
const ask = (p_email = next, p_token = token) => rpc('ask_address_change', { p_token, p_email });
const track = async (p_token = token) => (await rpc('track_request', { p_token })).data;
const tokenOf = (mails: Leaving[], to: string) =>
  mails.find((mail) => mail.address === to)?.data.link?.split('#')[1] ?? '?';
const senderOf = () =>
  db.sql('select proven_by, was_proven from private.request_senders where lead_id = $1', [lead]);

test('both addresses hear of it, and a week later the confirmed one is that of the request', async () => {
  expect((await ask()).data).toEqual({ email: next });
  const first = await leaving();
  expect(changing(first).sort()).toEqual([next, old]);
  for (const { kind, data } of first) {
    const { text } = renderMail(kind, data, { origin: 'http://127.0.0.1' });
    expect(text).toContain(data.link);
    // Who may be a stranger is offered no way to erase the request.
    expect(text).not.toContain('not-me');
  }
  expect((await track()).address_change).toMatchObject({ email: next, confirmed: false });
  // The browser's own link proves nothing, nor does that to the present address.
  await track(tokenOf(first, old));
  expect((await track()).address_change).toMatchObject({ confirmed: false });
  expect((await track(tokenOf(first, next))).email).toBe(old);
  expect((await track()).address_change).toMatchObject({ confirmed: true });
  const device = await provenToken(db, lead, token);

  await moveClock(4.9);
  await tend();
  expect(await leaving()).toEqual([]);
  await moveClock(5.1);
  await tend();
  await tend();
  await moveClock(8);
  await tend();
  // Not while what should have told it waits.
  expect((await track()).email).toBe(old);
  expect(changing(await leaving())).toEqual([old]);
  await tend();
  const page = await track();
  expect(page).toMatchObject({ email: next, unproven: false });
  expect(page.address_change).toBeNull();
  expect(await senderOf()).toEqual([{ proven_by: 'link', was_proven: true }]);
  expect(await leaving()).toMatchObject([{ kind: 'request_acted', address: old }]);
  // What was proven with the old address is not the client any more.
  const closed = await rpc('rotate_request_link', { p_token: device });
  expect(closed.error?.code).toBe('proof_required');
});

test('an address that nobody confirmed changes nothing', async () => {
  await ask();
  await leaving();
  await moveClock(5);
  await tend();
  await leaving();
  await moveClock(7);
  await tend();
  expect(await track()).toMatchObject({ email: old, address_change: null });
});

describe('it is stopped', () => {
  test('by one press behind the link of the email, and no email follows', async () => {
    await ask();
    const mine = tokenOf(await leaving(), old);
    expect((await rpc('stop_address_change', { p_token: mine })).data).toMatchObject({
      email: old,
      address_change: null,
    });
    await ask();
    await rpc('stop_address_change', { p_token: token });
    expect(changing(await leaving())).toEqual([]);
    await moveClock(8);
    await tend();
    expect((await track()).email).toBe(old);
  });

  test('by a new link, another address, an account and the end of the request', async () => {
    const isAsked = async () => (await db.sql('select from private.address_changes')).length > 0;
    await ask();
    const device = await provenToken(db, lead, token);
    const contact = { p_token: device, p_name: 'Ana', p_email: address('typed'), p_phone: null };
    expect((await rpc('correct_request_contact', contact)).error).toBeNull();
    expect(await isAsked()).toBe(false);

    await db.sql('select private.prove_request($1)', [lead]);
    await ask();
    await moveClock(5);
    await rpc('close_request', { p_token: token });
    await tend();
    expect(await isAsked()).toBe(false);

    const mail = address('mine');
    const { client } = await db.signedIn('client', mail);
    await db.sql('update auth.users set confirmation_sent_at = now() where email = $1', [mail]);
    const other = await submit(db, form({ email: mail }), ANON);
    await ask(next, other.token as string);
    expect(await isAsked()).toBe(true);
    expect((await client.rpc('adopt_requests', {})).data).toEqual({ adopted: 1 });
    expect(await isAsked()).toBe(false);
    expect((await ask(next, other.token as string)).error?.code).toBe('not_allowed');
  });

  test('by a link that is replaced', async () => {
    await ask();
    const device = await provenToken(db, lead, token);
    const { data } = await rpc('rotate_request_link', { p_token: device });
    expect((await track(data.token)).address_change).toBeNull();
  });
});

test('the same again is one more email to the new address alone; another one begins a week anew', async () => {
  await ask();
  await leaving();
  const { at } = (await track()).address_change;
  await moveClock(1);
  await ask(next.toUpperCase());
  expect(changing(await leaving())).toEqual([next.toUpperCase()]);
  expect((await track()).address_change).toMatchObject({ email: next, at });
  await ask(address('other'));
  expect(changing(await leaving())).toHaveLength(2);
  expect((await track()).address_change.at > at).toBe(true);
});

test('is refused for the present address, one that gets no emails, a held request and a closed one', async () => {
  expect((await ask(old)).error?.code).toBe('address_same');
  expect((await ask('nothing')).error?.code).toBe('email_invalid');
  const { token: unproven } = await submit(db, form({}), ANON);
  expect((await ask(next, unproven as string)).error?.code).toBe('not_allowed');
  await db.sql('update public.lead_records set held = true where id = $1', [lead]);
  expect((await ask()).error?.code).toBe('not_allowed');
  await db.sql('update public.lead_records set held = false, withdrawn_at = now() where id = $1', [
    lead,
  ]);
  expect((await ask()).error?.code).toBe('request_withdrawn');
});

import { beforeEach, describe, expect, test } from 'vitest';
import { type Caller, call, refusal } from '../support/actors.ts';
import { ANON, form, type LeadForm, submit } from '../support/leads.ts';
import { setting } from '../support/read.ts';
import { caller, id, worldOfFile } from '../support/world.ts';

const db = await worldOfFile();
beforeEach(async () => {
  await db.sql('delete from private.rate_counters');
  await limits({ lead_ip_limit: 100_000, lead_user_limit: 100_000, lead_total_limit: 100_000 });
});

async function limits(values: Record<string, number>): Promise<void> {
  for (const limit of Object.entries(values)) await setting(db, ...limit);
}

const header = 'x-client-ip';
const from = (ip: string): Caller => ({ ...ANON, headers: { [header]: ip } });

/** Sends one and says what became of it: why it is held, or null; a refusal as its code. */
async function send(who: Caller, changes: Partial<LeadForm> = {}): Promise<string | null> {
  try {
    const answer = await submit(db, form(changes), who);
    const [row] = await db.sql<{ held_reason: string }>(
      'select held_reason from private.request_reasons where lead_id = $1',
      [answer.id],
    );
    expect(answer.matches.length > 0).toBe(row === undefined);
    return row?.held_reason ?? null;
  } catch (error) {
    return JSON.parse((error as Error).message).code;
  }
}

async function sendAll(n: number, who: Caller, changes: Partial<LeadForm> = {}) {
  const outcomes: (string | null)[] = [];
  for (let i = 0; i < n; i++) outcomes.push(await send(who, changes));
  return outcomes;
}

describe('an e-mail that strangers name', () => {
  test('stays free for its owner, signed in or not, however often they do', async () => {
    const email = 'client@example.com';
    await limits({ lead_ip_limit: 2, lead_user_limit: 2 });
    for (let stranger = 1; stranger <= 40; stranger++)
      await send(from(`203.0.113.${stranger}`), {
        email: stranger % 2 ? email : 'CLIENT@example.com',
      });
    expect(await send(from('198.51.100.1'), { email })).toBe(null);
    const owner = { ...caller('client'), headers: { [header]: '198.51.100.2' } };
    expect(await send(owner, { email })).toBe(null);
  });

  test('is in no counter', async () => {
    await send(from('203.0.113.9'), { email: 'readable@example.com' });
    await send(caller('client'), { email: 'readable@example.com' });
    const rows = await db.sql<{ bucket: string }>('select bucket from private.rate_counters');
    expect(rows.length).toBeGreaterThan(2);
    for (const { bucket } of rows)
      expect(bucket).toMatch(/^(lead_(ip|user):[0-9a-f]{64}|lead_total:\d+)$/);
  });
});

describe('one client', () => {
  test('sends 2 here; then its requests are held, and far beyond it is told when to come back', async () => {
    await limits({ lead_ip_limit: 2 });
    expect(await sendAll(8, from('198.51.100.7'))).toEqual([
      null,
      null,
      ...Array(6).fill('client_limit'),
    ]);
    const error = await submit(db, form(), from('198.51.100.7')).catch((e) => e);
    expect(JSON.parse(error.message)).toMatchObject({
      code: 'rate_limited',
      message: 'Too many requests. Please try again later.',
    });
    const { status, headers } = JSON.parse(error.detail);
    expect(status).toBe(429);
    expect(Number(headers['Retry-After'])).toBeGreaterThan(0);
    expect(Number(headers['Retry-After'])).toBeLessThanOrEqual(600);
    expect(await send(from('198.51.100.8'))).toBe(null);
  });

  test('may send 30 in 10 minutes, unless set otherwise', async () => {
    await db.sql(`delete from private.settings where key like 'lead\\_%\\_limit'`);
    const outcomes = await sendAll(31, from('198.51.100.9'));
    expect(outcomes.indexOf('client_limit')).toBe(30);
  });

  test('gets no more through at once than one after the other', async () => {
    await limits({ lead_ip_limit: 1 });
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => send(from('198.51.100.10'))),
    );
    const held = Array(3).fill('client_limit');
    expect(outcomes.toSorted()).toEqual([...held, null, ...Array(4).fill('rate_limited')]);
  });

  test('may repeat a request as often as it likes', async () => {
    await limits({ lead_ip_limit: 1 });
    const sent = form();
    const first = await submit(db, sent, from('198.51.100.7'));
    for (let n = 0; n < 9; n++)
      expect(await submit(db, sent, from('198.51.100.7'))).toEqual({ ...first, replayed: true });
  });

  const ip = (value: string) => ({ [header]: value });
  test.each([
    ['one IPv4 address', ip('198.51.100.7'), ip('198.51.100.7'), true],
    ['two IPv4 addresses', ip('198.51.100.7'), ip('198.51.100.8'), false],
    ['one IPv6 /64', ip('2001:db8::1'), ip('2001:db8::ffff:2'), true],
    ['two IPv6 /64', ip('2001:db8:0:1::1'), ip('2001:db8:0:2::1'), false],
    ['IPv4 in IPv6', ip('::ffff:198.51.100.7'), ip('198.51.100.7'), true],
    ['two IPv4 in IPv6', ip('::ffff:198.51.100.7'), ip('::ffff:198.51.100.8'), false],
    ['nonsense', ip('you; drop table'), ip('999.1.1.1'), true],
    [
      'a forged X-Forwarded-For',
      { ...ip('198.51.100.7'), 'x-forwarded-for': '1.1.1.1' },
      { ...ip('198.51.100.7'), 'x-forwarded-for': '2.2.2.2', 'cf-connecting-ip': '3.3.3.3' },
      true,
    ],
  ])('is one: %s', async (_what, one, other, same) => {
    await limits({ lead_ip_limit: 2 });
    await sendAll(2, { ...ANON, headers: one });
    expect(await send({ ...ANON, headers: other })).toBe(same ? 'client_limit' : null);
  });
});

describe('a confirmed account', () => {
  const at = (actor: 'client' | 'client2', ip: string): Caller => ({
    ...caller(actor),
    headers: { [header]: ip },
  });

  test('has a limit of its own, from wherever it sends and whatever e-mail it names', async () => {
    await limits({ lead_user_limit: 2 });
    const outcomes = [];
    for (let n = 1; n <= 9; n++) outcomes.push(await send(at('client', `198.51.100.${n}`)));
    expect(outcomes).toEqual([null, null, ...Array(6).fill('account_limit'), 'rate_limited']);
    expect(await send(at('client2', '198.51.100.1'))).toBe(null);
    expect(await send(from('198.51.100.1'))).toBe(null);
  });

  test('is not held for what its neighbours or everybody together send', async () => {
    await limits({ lead_ip_limit: 2, lead_total_limit: 2 });
    await sendAll(4, from('198.51.100.7'));
    expect(await send(at('client', '198.51.100.7'))).toBe(null);
  });

  test('counts as a stranger until its e-mail is confirmed', async () => {
    await limits({ lead_ip_limit: 1, lead_user_limit: 100 });
    await db.sql('update auth.users set email_confirmed_at = null where id = $1', [id('client2')]);
    expect(await sendAll(2, at('client2', '198.51.100.7'))).toEqual([null, 'client_limit']);
    await db.sql('update auth.users set email_confirmed_at = now() where id = $1', [id('client2')]);
  });
});

test('everybody together: what is too much is held, and what is held takes nothing from the others', async () => {
  await limits({ lead_ip_limit: 2, lead_total_limit: 5 });
  await sendAll(6, from('203.0.113.1'));
  const outcomes = [];
  for (let n = 2; n < 7; n++) outcomes.push(await send(from(`203.0.113.${n}`)));
  expect(outcomes).toEqual([null, null, null, 'total_limit', 'total_limit']);
});

describe('what was held', () => {
  const admin = (text: string, params: unknown[]) =>
    call<{ answer: { matches: { slug: string }[] } }>(db, caller('admin'), text, params);
  test('remembers the artist who was asked for by name', async () => {
    await limits({ lead_ip_limit: 1 });
    await send(from('198.51.100.7'));
    const elsewhere = { city: 'Nowhere', style_preference: 'graffiti', artist: id('A3') };
    for (const [artists, slugs] of [
      [null, ['a3']],
      [
        ['a2', 'a3', 'gone'],
        ['a3', 'a2'],
      ],
    ] as const) {
      const { id: lead } = await submit(db, form({ ...elsewhere, artists }), from('198.51.100.7'));
      const [row] = await admin('select public.admin_release_request($1) as answer', [lead]);
      expect(row?.answer.matches.map(({ slug }) => slug)).toEqual(slugs);
    }
  });

  test('is refused for a form that is wrong, as ever, and then takes nothing of the limit', async () => {
    await limits({ lead_ip_limit: 1 });
    const wrong = await refusal(submit(db, form({ city: '' }), from('198.51.100.7')));
    expect(wrong.code).toBe('city_required');
    expect(await send(from('198.51.100.7'))).toBe(null);
  });
});

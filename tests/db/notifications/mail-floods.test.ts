import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { renderMail } from '#mail/delivery/render.ts';
import { testBackend } from '../../support/backend.ts';
import { answered, type Leased, work } from '../support/actors.ts';
import { ANON, form, give, select, submit } from '../support/leads.ts';
import { daysLater, valueIn } from '../support/read.ts';
import { caller, id, worldOfFile } from '../support/world.ts';

const db = await worldOfFile({
  lead_ip_limit: '1000',
  lead_total_limit: '10000',
  lead_user_limit: '1000',
});
beforeEach(async () => {
  await db.sql('delete from private.mails');
  await db.sql('delete from private.rate_counters');
  await moveClock(0);
});

const moveClock = (days: number) => daysLater(db, days);
/** Everything that would leave by now. */
async function lease() {
  await db.sql(`update private.mails set next_attempt_at = now() where state = 'waiting'`);
  return work<Leased<Record<string, unknown> & { link?: string }>>(db);
}
const leaves = async (recipient: string) =>
  (await valueIn<number>(
    db,
    `select count(*)::int from private.mails m left join auth.users u on u.id = m.user_id
     where m.state <> 'failed' and lower(coalesce(m.address, u.email)) = $1`,
    [recipient],
  )) ?? 0;
const rpc = (name: string, args: unknown[], who = ANON) =>
  answered<unknown>(db, who, `public.${name}(${args.map((_, n) => `$${n + 1}`)})`, args);
const address = () => `victim-${randomUUID().slice(0, 8)}@example.com`;

interface Kind {
  kind: string;
  by_anybody: boolean;
  topic: string | null;
  counted: boolean;
  owed: boolean;
}

describe('the most that one attacker can cause,', () => {
  const kinds = () =>
    // Codes are counted where they are asked for.
    db.sql<Kind>(
      `select kind, by_anybody, topic, counted, owed from private.mail_kinds where kind <> 'request_signing_code' order by kind`,
    );
  /** So many events of a kind, to an address or an account. */
  const flood = (kind: string, to: string | null, user: string | null, times = 32) =>
    db.sql(
      `select private.write_mail($1, gen_random_uuid()::text, $3, $2, null, null, '{}') from generate_series(1, $4)`,
      [kind, to, user, times],
    );

  test('of each kind to an address that nobody has proven', async () => {
    for (const { kind } of await kinds()) {
      const to = address();
      await flood(kind, to, null, 4);
      // The confirmation, one more, and one that waits until tomorrow.
      expect([kind, await leaves(to)]).toEqual([kind, 3]);
      for (let day = 1; day <= 4; day++) {
        await moveClock(day);
        await flood(kind, to, null, 2);
      }
      expect([kind, await leaves(to)]).toEqual([kind, 4]);
      await moveClock(0);
    }
  });

  test('of all kinds together, however the address is written', async () => {
    const [name] = address().split('@');
    for (const { kind } of await kinds())
      for (const to of [
        `${name}@example.com`,
        `${name}+a@example.com`,
        `${name?.toUpperCase()}@Example.com`,
      ])
        await flood(kind, to, null, 2);
    const [sum] = await db.sql<{ n: number }>(
      `select count(*)::int as n from private.mails where state <> 'failed' and lower(address) like $1`,
      [`${name}%`],
    );
    expect(sum?.n).toBe(3);
  });

  test('of each kind to an admin and to an artist in a day', { tags: 'long' }, async () => {
    for (const { kind, by_anybody, topic, counted, owed } of await kinds()) {
      for (const who of ['admin', 'artist2'] as const) {
        await db.sql('delete from private.mails');
        await db.sql('delete from private.rate_counters');
        await flood(kind, null, id(who));
        const most = !counted || owed ? 32 : topic === 'admin' ? 5 : by_anybody ? 10 : 30;
        expect([kind, await leaves(`${who}@example.com`)]).toEqual([kind, most]);
      }
    }
  });

  test('of those about accounts and all others together', async () => {
    const easy = { max: 1000, windowMs: 1000 };
    const limits = { mailsToOne: easy, mailsToOneInTotal: easy, mailsByOne: easy };
    const own = await testBackend({ mailConfigured: true, limits });
    try {
      const to = address();
      const auth = own.anon().auth;
      const ask = [
        () => auth.signUp({ email: to, password: 'a-password-of-mine' }),
        () => auth.signInWithOtp({ email: to }),
        () => auth.resend({ type: 'signup', email: to }),
        () => auth.resetPasswordForEmail(to),
      ];
      for (let day = 0; day < 3; day++)
        for (const one of ask) expect((await one()).error).toBeNull();
      expect(await own.mails()).toHaveLength(4);
      await own.sql(`select private.write_mail('request_link', 'a', null, $1)`, [to]);
      expect(await own.sql('select state from private.mails')).toEqual([{ state: 'failed' }]);
      // Who has proven to read the address is kept from nothing.
      const known = { email: 'known@example.com', password: 'a-password-of-mine' };
      await own.service().auth.admin.createUser({ ...known, email_confirm: true });
      for (let n = 0; n < 6; n++) await auth.resetPasswordForEmail(known.email);
      expect((await own.mails()).filter((mail) => mail.to === known.email)).toHaveLength(6);
    } finally {
      await own.stop();
    }
  });

  test('of all kinds together to each admin: the rest comes in the daily summary', async () => {
    const about = (await kinds()).filter(({ topic }) => topic === 'admin');
    await db.sql('delete from public.notices');
    for (const { kind } of about) await flood(kind, null, id('admin'));
    expect(await leaves('admin@example.com')).toBe(5);
    const [kept] = await db.sql<{ n: number; later: number }>(
      `select count(*)::int as n, count(digest_at)::int as later from public.notices where user_id = $1`,
      [id('admin')],
    );
    expect(kept?.n).toBe(32 * about.length);
    expect(kept?.later).toBeGreaterThan(0);
  });

  test('is noted for admins, and nothing they have to settle', async () => {
    const to = address();
    for (let n = 0; n < 3; n++) await flood('request_link', to, null);
    const page = (await rpc('admin_mails', ['failed', null, 25, to, 0], caller('admin'))) as {
      rows: { answer: string }[];
    };
    expect(page.rows[0]?.answer).toMatch(/^Held back: /);
    const needs = JSON.stringify(await rpc('admin_needs', [], caller('admin')));
    expect(needs).not.toContain(to);
  });
});

describe('a stranger with an artist account and a request in the name of a client', () => {
  const CODE = 'request_signing_code';
  /** So many emails of a kind about a request, none of which another one says already. */
  const about = (kind: string, lead: string, artist: string, to: string | null, times = 1) =>
    db.sql(
      `select private.write_mail($1, gen_random_uuid()::text, case when $4::text is null then a.user_id end, $4, $2, a.id,
         jsonb_build_object('part', gen_random_uuid())) from public.artists a, generate_series(1, $5) where a.id = $3`,
      [kind, lead, artist, to, times],
    );
  const states = (kind: string, lead: string) =>
    db.sql<{ state: string; due: boolean }>(
      'select state, next_attempt_at <= now() as due from private.mails where kind = $1 and lead_id = $2',
      [kind, lead],
    );
  const from = (address: string) => ({ ...ANON, headers: { 'x-client-ip': address } });
  const STRANGER = from('203.0.113.66');
  const CLIENT = from('198.51.100.7');
  const sent = async (email: string, who: typeof ANON, artists: string[]) => {
    const asked = form({ email });
    const lead = await submit(db, asked, who);
    await give(db, lead.id, ...artists);
    return lead;
  };
  const open = (lead: string) =>
    db.sql(
      `update private.request_senders set proven_at = now(), proven_by = 'link' where lead_id = $1`,
      [lead],
    );
  const LEFT = [{ state: 'waiting', due: true }];

  test('keeps no code, offer or signed text from the client', async () => {
    const email = address();
    const own = await sent(email, CLIENT, [id('A2')]);
    await open(own.id);
    const others = await sent(email, STRANGER, [id('A1')]);
    const kinds = await db.sql<{ kind: string }>(
      'select kind from private.mail_kinds where private.is_to_client(kind)',
    );
    for (const { kind } of kinds) await about(kind, others.id, id('A1'), email, 34);
    for (const kind of [CODE, 'request_agreement_offered', 'request_agreement_in_force']) {
      await about(kind, own.id, id('A2'), email);
      expect([kind, await states(kind, own.id)]).toEqual([kind, LEFT]);
    }
    const third = await sent(email, CLIENT, [id('A2')]);
    expect(await states('request_confirmed', third.id)).toMatchObject([{ state: 'waiting' }]);
  });

  test('keeps no lead from the artist by 34 requests', async () => {
    for (let n = 0; n < 34; n++) await sent(address(), STRANGER, [id('A2')]);
    expect(await leaves('artist2@example.com')).toBe(10);
    const own = await sent(address(), CLIENT, [id('A2')]);
    expect(await states('lead_received', own.id)).toEqual(LEFT);
  });

  test('makes what is owed late, and never lost', async () => {
    const own = await sent(address(), CLIENT, [id('A2')]);
    await about('lead_payment_disputed', own.id, id('A2'), null, 12);
    const all = await states('lead_payment_disputed', own.id);
    expect(all.filter(({ state }) => state !== 'waiting')).toEqual([]);
    expect(all.filter(({ due }) => !due)).toHaveLength(2);
  });

  test('makes four emails a day leave for an address that nobody has proven', async () => {
    const email = address();
    const leads = [];
    for (let n = 0; n < 3; n++) leads.push(await sent(email, STRANGER, [id('A1'), id('A2')]));
    for (const { id: lead, token } of leads) {
      await about(CODE, lead, id('A1'), email, 10);
      await about('request_message', lead, id('A1'), email, 10);
      await rpc('mail_request_link', [token], STRANGER);
      await rpc('renew_request_link', [email], STRANGER);
      await db.sql(
        `update private.mails set state = 'sent' where state = 'waiting' and next_attempt_at < now() + interval '2 minutes'`,
      );
    }
    const today = await db.sql<{ kind: string }>(
      `select kind from private.mails where address = $1 and state = 'sent'`,
      [email],
    );
    expect(today.map(({ kind }) => kind).sort()).toEqual([
      'request_confirmed',
      'request_confirmed',
      CODE,
      CODE,
    ]);
    expect(
      await db.sql(`select 1 from private.mails where kind = $1 and state = 'waiting'`, [CODE]),
    ).toEqual([]);
  });
});

test('requests that are erased give no more emails to an address', async () => {
  const email = address();
  let sent = 0;
  for (let n = 0; n < 8; n++) {
    const lead = await submit(db, form({ email }));
    sent += (await lease()).filter((mail) => mail.address === email).length;
    await rpc('erase_request', [lead.token]);
  }
  expect(sent).toBe(3);
});

test('proposals and completions are limited, and wait as one email', async () => {
  const asked = form({ email: address() });
  const lead = await submit(db, asked);
  await select(db, lead.id, asked.claim, [id('A2')]);
  const propose = () =>
    rpc(
      'send_proposal',
      [lead.id, 100, 200, '2027-01-01', 3, 'x', '2027-01-01', randomUUID()],
      caller('artist2'),
    );
  for (let n = 0; n < 10; n++) await propose();
  await expect(propose()).rejects.toThrow();
  expect(
    await db.sql(
      `select count(*)::int as n from private.mails where kind = 'request_proposal' and state = 'waiting'`,
    ),
  ).toEqual([{ n: 1 }]);
  const complete = (who: typeof ANON, token: string | null, name: string) =>
    rpc(name, [lead.id, id('A2'), token], who);
  const rounds = async () => {
    for (let n = 0; n < 10; n++) {
      await complete(caller('artist2'), null, 'complete_request');
      await complete(ANON, lead.token, 'dispute_completion');
    }
  };
  await expect(rounds()).rejects.toThrow();
});

describe('an address that nobody has proven', () => {
  const WORDS = 'Buy-cheap-pills';

  /** Every kind of email about a client's request, as it would leave. */
  async function emails(email: string) {
    const asked = form({
      email,
      name: WORDS,
      city: WORDS,
      project_description: `${WORDS} at example.net`,
      mural_size: WORDS,
    });
    const lead = await submit(db, asked);
    await db.sql(`update public.artists set name = $1 where id = $2`, [WORDS, id('A2')]);
    await give(db, lead.id, id('A2'));
    await db.sql('delete from private.mails');
    await rpc('send_message', [lead.id, id('A2'), WORDS, randomUUID(), null], caller('artist2'));
    await rpc(
      'send_proposal',
      [lead.id, 100, 200, '2027-01-01', 3, WORDS, '2027-01-01', randomUUID()],
      caller('artist2'),
    );
    const client = await db.sql<{ kind: string }>(
      'select kind from private.mail_kinds where private.is_to_client(kind)',
    );
    await db.sql('delete from private.mails');
    for (const { kind } of client)
      await db.sql(
        `insert into private.mails (kind, event, address, lead_id, artist_id, payload) values ($1, gen_random_uuid()::text, $2, $3, $4, $5)`,
        [
          kind,
          email,
          lead.id,
          id('A2'),
          JSON.stringify({ artist_ids: [id('A2')], act: 'close_request', reference: 'ABC234' }),
        ],
      );
    await db.sql(`update private.mails set state = 'waiting'`);
    const left = (await lease()).filter((mail) => mail.address === email);
    await db.sql(`update public.artists set name = 'A2' where id = $1`, [id('A2')]);
    return { lead, left };
  }

  test('gets emails without a word or name that somebody typed, each with its link', async () => {
    const { lead, left } = await emails(address());
    expect(left.length).toBeGreaterThan(6);
    for (const { kind, data } of left) {
      expect(JSON.stringify(data)).not.toContain(WORDS);
      const { subject, text } = renderMail(kind, data, { origin: 'http://127.0.0.1' });
      expect(`${subject} ${text}`).not.toContain(WORDS);
      expect([kind, data.link]).toEqual([kind, expect.stringMatching(/^\/request#[\w-]{43}$/)]);
      expect(data.link).not.toContain(lead.token);
      expect(text).toContain(data.link);
    }
  });

  test('is proven by the link in an email and not by that of the form', async () => {
    const email = address();
    const { lead, left } = await emails(email);
    const proven = async () =>
      (await db.sql<{ yes: boolean }>('select private.is_proven_address($1) as yes', [email]))[0]
        ?.yes;
    await rpc('track_request', [lead.token]);
    expect(await proven()).toBe(false);
    const token = left[0]?.data.link?.split('#')[1];
    expect(await rpc('track_request', [token])).toMatchObject({ id: lead.id });
    expect(await proven()).toBe(true);
    const again = await emails(email);
    expect(JSON.stringify(again.left.map(({ data }) => data))).toContain(WORDS);
  });

  test('is not proven by a link to an address that was corrected since', async () => {
    const { lead, left } = await emails(address());
    const other = address();
    await rpc('correct_request_contact', [lead.token, 'Rosa', other, null]);
    await rpc('track_request', [left[0]?.data.link?.split('#')[1]]);
    expect(await db.sql('select private.is_proven_address($1) as yes', [other])).toEqual([
      { yes: false },
    ]);
  });
});

test.each([
  ['Rosa@Example.com', 'rosa@example.com'],
  ['rosa+a+b@example.com', 'rosa@example.com'],
  ['+a@example.com', '+a@example.com'],
  ['r.o.s.a+x@GMail.com', 'rosa@gmail.com'],
  ['ro.sa@googlemail.com', 'rosa@gmail.com'],
])('%s has the mailbox %s', async (email, box) => {
  expect(await db.sql('select private.mailbox($1) as box', [email])).toEqual([{ box }]);
});

import { createHash, createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { answered, type Caller, call, callByName, refusal } from '../support/actors.ts';
import { ANON, form, give, type LeadForm, proveSenders, select, submit } from '../support/leads.ts';
import { setting, valueIn } from '../support/read.ts';
import { workOf } from '../support/work.ts';
import { caller, id, worldOfFile } from '../support/world.ts';

interface Page {
  id: string;
  reference: string;
  state: string;
  name: string;
  email: string;
  project_description: string;
  artists: { id: string; name: string; slug: string | null; state: string }[];
  matches: { id: string }[];
}

const db = await worldOfFile({ lead_ip_limit: '1000', lead_total_limit: '10000' });
beforeEach(async () => {
  await db.sql('delete from private.mails');
  await db.sql('delete from private.rate_counters');
});

const rpc = <T = Page>(name: string, args: unknown[], who: Caller = ANON) =>
  answered<T>(db, who, `public.${name}(${args.map((_, n) => `$${n + 1}`).join(', ')})`, args);
const track = (token: unknown, who?: Caller) => rpc('track_request', [token], who);
const send = async (changes: Partial<LeadForm> = {}, who: Caller = ANON) => {
  const asked = form(changes);
  return { asked, lead: await submit(db, asked, who) };
};
const own = <T = Page>(name: string, args: object, who: Caller) =>
  callByName<T>(db, who, name, args);
const withdrawn = (token: string | null) => own('close_request', { token }, ANON);
const count = (text: string, params: unknown[] = []) =>
  valueIn<number>(db, `select count(*)::int from ${text}`, params);

/** The tokens in emails that would leave now. */
async function links(kind = 'request_link') {
  await db.sql(`update private.mails set next_attempt_at = now() where state = 'waiting'`);
  const rows = await call<{ kind: string; data: { link: string } }>(
    db,
    caller('service'),
    'select * from public.lease_mails(100, 60)',
  );
  return rows.filter((row) => row.kind === kind).map(({ data }) => data.link.split('#')[1] ?? '');
}

/** Every call over a link, with what it takes after the token. */
const CALLS: [string, ...unknown[]][] = [
  ['track_request'],
  ['add_request_artist', id('A2')],
  ['add_request_line', 'One more thing'],
  ['correct_request_contact', 'Rosa', 'rosa@example.com', null],
  ['erase_request'],
  ['mail_request_link'],
];

describe('the token of a request', () => {
  test('is given with the answer to the form, and the same again', async () => {
    const { asked, lead } = await send();
    expect(lead.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await submit(db, asked)).toEqual({ ...lead, replayed: true });
    expect((await send()).lead.token).not.toBe(lead.token);
  });

  test('is an HMAC with a secret that no table has', async () => {
    const { asked, lead } = await send();
    const [row] = await db.sql<{ message: string }>(
      `select encode(uuid_send(lead_id) || uuid_send(nonce), 'hex') as message
       from private.request_links where lead_id = $1 and via = 'page'`,
      [lead.id],
    );
    const hmac = createHmac('sha256', db.keys.linkSecret);
    expect(lead.token).toBe(hmac.update(row?.message ?? '', 'hex').digest('base64url'));
    await rpc('renew_request_link', [asked.email]);
    const [emailed = ''] = await links();
    const tables = await db.sql<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname in ('public', 'private', 'auth', 'storage', 'embedded')`,
    );
    const secrets = [db.keys.linkSecret, lead.token, emailed];
    const forms = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString('hex')]);
    for (const { name } of tables) {
      const rows = JSON.stringify(await db.sql(`select x::text from ${name} x`));
      for (const secret of forms) expect(rows.includes(secret), name).toBe(false);
    }
  });

  test('hashes addresses and makes codes, so that a dump gives neither', async () => {
    const text = 'rosa@example.com';
    const [made] = await db.sql<{ hash: string; address: string; code: string }>(
      `select encode(private.peppered($1), 'hex') as hash, encode(private.address_hash($1), 'hex') as address,
         private.proof_code($2) as code`,
      [text, id('A1')],
    );
    const hash = createHash('sha256').update(`pepper:${db.keys.linkSecret}:${text}`).digest('hex');
    expect([made?.hash, made?.address]).toEqual([hash, hash]);
    const [other] = await db.transaction(async (tx) => {
      await tx.sql(`select set_config('app.link_secret', 'another', true)`);
      return tx.sql<{ address: string; code: string }>(
        `select encode(private.address_hash($1), 'hex') as address, private.proof_code($2) as code`,
        [text, id('A1')],
      );
    });
    expect(other?.address).not.toBe(made?.address);
    expect(other?.code).not.toBe(made?.code);
  });

  test('works where a session knows no secret, and beside those that are out', async () => {
    const { lead } = await send();
    const tokens = await db.transaction(async (tx) => {
      await tx.sql(`select set_config('app.link_secret', '', true)`);
      const token = () => valueIn<string>(tx, 'select private.request_token($1) as t', [lead.id]);
      return [lead.token, await token(), await token()];
    });
    expect(new Set(tokens).size).toBe(3);
    for (const token of tokens) expect((await track(token)).id).toBe(lead.id);
  });
});

describe('one answer to every token that opens nothing', () => {
  const refused = {
    code: 'link_refused',
    status: 404,
    message: 'This link does not open a request. It may have been replaced by a newer one.',
    field: null,
  };

  /** What is sent instead of the token, or what is done to the request first. */
  const BAD: Record<string, (token: string, lead: string) => unknown> = {
    null: () => null,
    empty: () => '',
    wrong: () => 'x'.repeat(43),
    long: () => 'x'.repeat(100_000),
    'a hash': (_, lead) =>
      valueIn(
        db,
        `select encode(token_hash, 'hex') from private.request_links where lead_id = $1`,
        [lead],
      ),
    'with a space': (token) => `${token} `,
    'changed at its end': (token) => token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A'),
    'changed at its start': (token) => (token[0] === 'A' ? 'B' : 'A') + token.slice(1),
    expired: (_, lead) =>
      db.sql('update private.request_links set expires_at = now() where lead_id = $1', [lead]),
    revoked: (token) => rpc('rotate_request_link', [token]),
    erased: (token) => rpc('erase_request', [token]),
    'of an erased person': (_, lead) =>
      db.sql('delete from public.lead_contacts where lead_id = $1', [lead]),
  };

  test.each(Object.entries(BAD))('%s', async (kind, make) => {
    const { lead } = await send({ email: `${kind.replace(/\W/g, '')}@example.com` });
    const made = await make(lead.token, lead.id);
    const token = made === null || typeof made === 'string' ? made : lead.token;
    for (const [name, ...rest] of CALLS)
      expect([name, await refusal(rpc(name, [token, ...rest]))]).toEqual([name, refused]);
    expect(await refusal(withdrawn(token))).toEqual(refused);
  });
});

describe('the page', () => {
  test('shows what was asked, to whoever asked, and a reference of its own', async () => {
    const { asked, lead } = await send();
    const page = await track(lead.token);
    const { key: _, claim: __, artist: ___, website: ____, elapsed_ms: _____, ...fields } = asked;
    expect(page).toMatchObject({
      ...fields,
      id: lead.id,
      state: 'open',
      messages: [],
      proposals: [],
    });
    expect(page.reference).toMatch(/^[ACDEFGHJKMNPQRTVWXY34679]{6}$/);
    expect(lead.reference).toBe(page.reference);
    expect(page.artists).toEqual([]);
    expect(page.matches).toEqual(lead.matches);
    const references = await db.sql<{ reference: string }>(
      'select reference from public.lead_records',
    );
    expect(new Set(references.map((row) => row.reference)).size).toBe(references.length);
  });

  test('shows who has it and how far each is', async () => {
    const { asked, lead } = await send();
    await select(db, lead.id, asked.claim, [id('A2')]);
    const states = async () =>
      (await track(lead.token)).artists.map((artist) => `${artist.slug} ${artist.state}`);
    expect(await states()).toEqual(['a2 sent']);
    await rpc('mark_request_seen', [lead.id], caller('artist2'));
    expect(await states()).toEqual(['a2 seen']);
    await rpc('set_lead_status', [lead.id, 'in_review'], caller('artist2'));
    expect(await states()).toEqual(['a2 talking']);
    await rpc('set_lead_status', [lead.id, 'completed'], caller('artist2'));
    expect(await states()).toEqual(['a2 completed']);
    await db.sql(`update public.artists set public_visible = false where id = $1`, [id('A2')]);
    expect(await states()).toEqual(['null completed']);
    await db.sql(`update public.artists set public_visible = true where id = $1`, [id('A2')]);
  });

  test('keeps the first time an artist opened it', async () => {
    const { asked, lead } = await send();
    await select(db, lead.id, asked.claim, [id('A2')]);
    const seen = () =>
      db.sql('select seen_at from public.lead_assignments where lead_id = $1', [lead.id]);
    await rpc('mark_request_seen', [lead.id], caller('artist2'));
    const first = await seen();
    await rpc('mark_request_seen', [lead.id], caller('artist2'));
    expect(await seen()).toEqual(first);
  });

  test('does not tell that a request is held', async () => {
    const { lead } = await send({ website: 'x' });
    const page = await track(lead.token);
    expect(page).toMatchObject({ state: 'open', artists: [], matches: [] });
    expect(JSON.stringify(page)).not.toContain('held');
  });

  test('changes nothing', async () => {
    const { lead } = await send();
    const snapshot = () =>
      db.sql(`select to_jsonb(l) as l, to_jsonb(k) as k from public.lead_records l
        join private.request_links k on k.lead_id = l.id where l.id = '${lead.id}'`);
    const before = await snapshot();
    await track(lead.token);
    expect(await snapshot()).toEqual(before);
  });
});

describe('whoever has the link', () => {
  test('sends the request to another of its matches, and to nobody else', async () => {
    const { asked, lead } = await send();
    const page = await rpc('add_request_artist', [lead.token, id('A3')]);
    expect(page.artists.map((artist) => artist.id)).toEqual([id('A3')]);
    expect(page.matches.map((match) => match.id)).toEqual([id('A2')]);
    expect((await rpc('add_request_artist', [lead.token, id('A3')])).artists).toHaveLength(1);
    for (const artist of [id('A1'), id('A4'), null, id('nobody')])
      expect((await refusal(rpc('add_request_artist', [lead.token, artist]))).code).toBe(
        'artists_not_offered',
      );
    expect((await refusal(select(db, lead.id, asked.claim, [id('A2')]))).code).toBe('already_sent');
  });

  test('adds lines, within the length of a description', async () => {
    const { asked, lead } = await send();
    const add = (text: string | null) => rpc('add_request_line', [lead.token, text]);
    const wanted = `${asked.project_description}\nThe wall faces north.`;
    expect((await add('  The wall faces north. ')).project_description).toBe(wanted);
    expect((await add('The wall faces north.')).project_description).toBe(wanted);
    for (const empty of [null, '', ' \n '])
      expect(await refusal(add(empty))).toMatchObject({ code: 'project_too_short', field: 'line' });
    const room = 2000 - wanted.length - 1;
    expect((await refusal(add('x'.repeat(room + 1)))).code).toBe('project_too_long');
    expect((await add('x'.repeat(room))).project_description).toHaveLength(2000);
  });

  test('corrects the contact, by the rules of the form, and where mails go', async () => {
    const { lead } = await send({ email: 'wrogn@example.com' });
    const correct = (...contact: (string | null)[]) =>
      rpc('correct_request_contact', [lead.token, ...contact]);
    expect((await refusal(correct('', 'a@example.com', null))).code).toBe('name_required');
    expect((await refusal(correct('Rosa', 'nothing', null))).code).toBe('email_invalid');
    expect((await refusal(correct('Rosa', 'a@example.com', '1'.repeat(21)))).code).toBe(
      'phone_too_long',
    );
    const page = await correct(' Rosa ', 'right@example.com', '');
    expect(page).toMatchObject({ name: 'Rosa', email: 'right@example.com', phone: null });
    expect(await db.sql('select kind, address from private.mails order by id')).toEqual([
      { kind: 'request_confirmed', address: 'right@example.com' },
      { kind: 'request_acted', address: 'wrogn@example.com' },
    ]);
  });

  test('withdraws it: artists still see it, and no longer whose it is', async () => {
    const { asked, lead } = await send();
    await select(db, lead.id, asked.claim, [id('A2')]);
    await rpc('set_lead_status', [lead.id, 'in_review'], caller('artist2'));
    const seen = async () =>
      (
        await call<{ name: string; withdrawn: boolean }>(
          db,
          caller('artist2'),
          'select name, withdrawn_at is not null as withdrawn from public.leads where id = $1',
          [lead.id],
        )
      )[0];
    expect(await seen()).toEqual({ name: asked.name, withdrawn: false });
    expect(await withdrawn(lead.token)).toMatchObject({ state: 'withdrawn', matches: [] });
    expect(await withdrawn(lead.token)).toMatchObject({ state: 'withdrawn' });
    expect(await seen()).toEqual({ name: '***', withdrawn: true });
    expect(
      await count(`private.mails where lead_id = $1 and kind <> 'request_withdrawn'`, [lead.id]),
    ).toBe(0);
    for (const [name, ...rest] of CALLS.slice(1, 4))
      expect((await refusal(rpc(name, [lead.token, ...rest]))).code).toBe('request_withdrawn');
    const move = rpc('set_lead_status', [lead.id, 'completed'], caller('artist2'));
    expect((await refusal(move)).code).toBe('request_withdrawn');
    const assign = rpc('admin_assign_request', [lead.id, [id('A3')]], caller('admin'));
    expect((await refusal(assign)).code).toBe('request_withdrawn');
    expect((await track(lead.token)).name).toBe(asked.name);
  });

  test('a withdrawn request that is released tells nobody', async () => {
    const { lead } = await send({ website: 'x' });
    await withdrawn(lead.token);
    await rpc('admin_release_request', [lead.id], caller('admin'));
    expect(await count(`private.mails where kind = 'request_confirmed'`)).toBe(0);
  });

  test('erases it with everything about it but a note', async () => {
    const { asked, lead } = await send({ name: 'Erase Entirely', email: 'entirely@example.com' });
    await select(db, lead.id, asked.claim, [id('A2')]);
    expect(await rpc('erase_request', [lead.token])).toEqual({ erased: true });
    for (const table of ['lead_contacts', 'lead_assignments'])
      expect(await count(`public.${table} where lead_id = $1`, [lead.id])).toBe(0);
    for (const table of ['request_intake', 'request_offers', 'request_links', 'mails'])
      expect(await count(`private.${table} where lead_id = $1`, [lead.id])).toBe(0);
    expect(
      await db.sql(`select detail from private.audit_log where subject = $1`, [lead.id]),
    ).toEqual([{ detail: {} }]);
    const dump = JSON.stringify([
      await db.sql('select * from private.audit_log'),
      await db.sql('select * from public.lead_records'),
      await db.sql('select * from private.mails'),
    ]);
    expect(dump).not.toContain('entirely@example.com');
  });

  test('deleting the account closes its links', async () => {
    const person = await db.signedIn('client');
    const { lead } = await send({}, { role: 'authenticated', userId: person.id });
    await track(lead.token);
    expect((await person.client.rpc('delete_my_account')).error).toBeNull();
    expect((await refusal(track(lead.token))).code).toBe('link_refused');
    expect(await count('private.request_links where lead_id = $1', [lead.id])).toBe(0);
  });
});

describe('a lost link', () => {
  const renew = (email: string, who?: Caller) => rpc<unknown>('renew_request_link', [email], who);

  test('is emailed, and ends no other', async () => {
    const { lead } = await send({ email: 'Lost@example.com' });
    expect(await renew(' lost@EXAMPLE.com ')).toEqual({ ok: true });
    const [link = ''] = await links();
    expect(link).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(link).not.toBe(lead.token);
    for (const token of [link, lead.token]) expect((await track(token)).id).toBe(lead.id);
    await db.sql('delete from private.mails');
    await renew('lost@example.com');
    expect(await links()).toEqual([link]);
  });

  test('is rotated by its page, its account and an admin: then the old ones open nothing', async () => {
    const client = caller('client');
    const { lead } = await send({ email: 'rotated@example.com' }, client);
    const rotate = (args: object, who: Caller) =>
      own<{ token?: string }>('rotate_request_link', args, who);
    const first = await rotate({ token: lead.token }, ANON);
    expect((await refusal(track(lead.token))).code).toBe('link_refused');
    const second = await rotate({ lead: lead.id }, client);
    expect((await track(second.token)).id).toBe(lead.id);
    expect(await rotate({ lead: lead.id }, caller('admin'))).toEqual({});
    for (const { token } of [first, second])
      expect((await refusal(track(token))).code).toBe('link_refused');
    for (const who of ['client2', 'artist2', 'newcomer'] as const)
      expect((await refusal(rotate({ lead: lead.id }, caller(who)))).code).toBe('link_refused');
    expect((await track((await links())[0])).id).toBe(lead.id);
    expect((await refusal(rotate({ lead: lead.id }, client))).code).toBe('rate_limited');
  });

  test('is answered the same, known or not, and mails nobody who is unknown', async () => {
    await send({ email: 'known@example.com' });
    const answers = [await renew('known@example.com'), await renew('unknown@example.com')];
    expect(answers[0]).toEqual(answers[1]);
    expect(await links()).toHaveLength(1);
    expect(await count(`private.mails where address = 'unknown@example.com'`)).toBe(0);
    expect((await refusal(renew('no address'))).code).toBe('email_invalid');
  });

  test('is mailed for each of the newest three requests that are not withdrawn', async () => {
    const email = 'many@example.com';
    const sent = [];
    for (let n = 0; n < 5; n++) sent.push((await send({ email })).lead);
    await withdrawn(sent[4]?.token ?? '');
    await renew(email);
    const rows = await db.sql<{ lead_id: string }>(
      `select lead_id from private.mails where kind = 'request_link'`,
    );
    expect(rows.map((row) => row.lead_id).sort()).toEqual(
      sent
        .slice(1, 4)
        .map((l) => l.id)
        .sort(),
    );
  });

  test('is mailed three times an hour to an address, and after that answered the same', async () => {
    const email = 'often@example.com';
    await send({ email });
    await proveSenders(db);
    const sent = [];
    for (let n = 0; n < 5; n++) {
      expect(await renew(email)).toEqual({ ok: true });
      sent.push(...(await links()));
    }
    expect(sent).toHaveLength(3);
    expect((await track(sent[2])).email).toBe(email);
  });

  test('may be asked for ten times in ten minutes by one caller', async () => {
    for (let n = 0; n < 10; n++) await renew(`nobody-${n}@example.com`);
    expect((await refusal(renew('nobody@example.com'))).code).toBe('rate_limited');
  });

  test('is the same work for an unknown address as for a known one', async () => {
    await send({ email: 'known2@example.com' });
    const work = async (email: string) => {
      const { calls, written } = await workOf(db, ANON, 'select public.renew_request_link($1)', [
        email,
      ]);
      return { functions: Object.keys(calls).sort(), written };
    };
    const known = await work('known2@example.com');
    expect(known.written['private.mails']).toBe(1);
    expect(await work('strange2@example.com')).toEqual(known);
  });
});

describe('its link, mailed once more', () => {
  const mail = (token: string) => rpc<{ email: string }>('mail_request_link', [token]);
  const mailed = () =>
    db.sql<{ address: string }>(
      `select address from private.mails where kind = 'request_link' order by id`,
    );

  test('goes to the address in the request, and stays valid', async () => {
    const { asked, lead } = await send();
    expect(await mail(lead.token)).toEqual({ email: asked.email });
    expect(await mailed()).toEqual([{ address: asked.email }]);
    const [emailed] = await links();
    for (const token of [lead.token, emailed]) expect((await track(token)).id).toBe(lead.id);
  });

  test('is one mail for two presses, and refused after three times', async () => {
    const { lead } = await send();
    for (let n = 0; n < 3; n++) await mail(lead.token);
    expect((await mailed()).length).toBeLessThanOrEqual(2);
    expect((await refusal(mail(lead.token))).code).toBe('rate_limited');
  });

  describe('for a guest who never opened an emailed link', () => {
    const waiting = () =>
      db.sql<{ due: boolean }>(
        `select next_attempt_at <= now() as due from private.mails where kind = 'request_link' and state = 'waiting'`,
      );
    const outOfEmails = async () => {
      const { asked, lead } = await send();
      // The few that anybody may cause, of which the last ones wait for their days.
      for (let n = 0; n < 5; n++)
        await db.sql(
          `select private.write_mail('request_link', gen_random_uuid()::text, null, $1)`,
          [asked.email],
        );
      await db.sql('delete from private.mails');
      return { asked, lead };
    };

    test('leaves at once, whatever else the address was sent', async () => {
      const { asked, lead } = await outOfEmails();
      await setting(db, 'mail_asked_limit', 3);
      expect(await mail(lead.token)).toEqual({ email: asked.email });
      expect(await waiting()).toEqual([{ due: true }]);
      await db.sql('delete from private.mails');
      await rpc('renew_request_link', [asked.email]);
      expect(await waiting()).toEqual([{ due: true }]);
      await db.sql('delete from private.mails');
      const { token } = await rpc<{ token: string }>('rotate_request_link', [lead.token]);
      expect(await waiting()).toEqual([{ due: true }]);
      const [emailed = ''] = await links();
      for (const key of [token, emailed]) expect((await track(key)).id).toBe(lead.id);
      await db.sql(`delete from private.settings where key = 'mail_asked_limit'`);
    });

    test('says so and when once there were too many, and replacing then ends none', async () => {
      const { lead } = await send();
      await setting(db, 'mail_asked_limit', 1);
      try {
        await mail(lead.token);
        await db.sql('delete from private.mails');
        expect(await mail(lead.token)).toMatchObject({
          mail: { state: 'not', at: expect.any(String) },
        });
        expect((await refusal(rpc('rotate_request_link', [lead.token]))).code).toBe(
          'link_not_mailed',
        );
        expect((await track(lead.token)).id).toBe(lead.id);
      } finally {
        await db.sql(`delete from private.settings where key = 'mail_asked_limit'`);
      }
    });

    test('waits for a mail server that is away, and replacing then ends none', async () => {
      const { lead } = await send();
      await db.sql(
        `update private.mails set attempts = 1, answer = 'connect ECONNREFUSED 192.0.2.1:587',
           next_attempt_at = now() + interval '30 seconds' where lead_id = $1`,
        [lead.id],
      );
      expect(await mail(lead.token)).toMatchObject({ mail: { state: 'later' } });
      expect((await refusal(rpc('rotate_request_link', [lead.token]))).code).toBe(
        'link_not_mailed',
      );
      // Greylisting of one address is no trouble of the server.
      await db.sql(`update private.mails set answer = '451 4.7.1 Greylisted' where attempts = 1`);
      expect(await rpc('rotate_request_link', [lead.token])).toMatchObject({
        token: expect.any(String),
      });
    });

    test('is asked on the page to open it, until it is opened', async () => {
      const { lead } = await send();
      expect(await track(lead.token)).toMatchObject({ unproven: true });
      await mail(lead.token);
      const [emailed = ''] = await links();
      expect(await track(emailed)).toMatchObject({ unproven: false });
      expect(await track(lead.token)).toMatchObject({ unproven: false });
    });
  });

  test('goes nowhere while the request is held, and does not tell', async () => {
    const { asked, lead } = await send({ website: 'x' });
    expect(await mail(lead.token)).toEqual({ email: asked.email });
    expect(await mailed()).toEqual([]);
  });
});

describe('artists who have it', () => {
  const told = () =>
    db.sql<{ kind: string; artist_id: string }>(
      `select kind, artist_id from private.mails where kind in ('request_line_added', 'request_withdrawn') order by id`,
    );
  const sentTo = async (...artists: string[]) => {
    const { asked, lead } = await send();
    await select(db, lead.id, asked.claim, artists);
    return lead;
  };
  const left = () => db.sql(`update private.mails set state = 'sent', sent_at = now()`);

  test('are told of lines once for some minutes, those with an account', async () => {
    const lead = await sentTo(id('A2'), id('A3'));
    // Until the first mail leaves, the line stands in it.
    await rpc('add_request_line', [lead.token, 'Before the mail left']);
    expect(await told()).toEqual([]);
    await left();
    await db.transaction(async (tx) => {
      for (const line of ['One', 'Two'])
        await tx.sql('select public.add_request_line($1, $2)', [lead.token, line]);
    });
    const line = { kind: 'request_line_added', artist_id: id('A2') };
    expect(await told()).toEqual([line]);
    const [{ wait = 0 } = {}] = await db.sql<{ wait: number }>(
      `select extract(epoch from next_attempt_at - now())::int as wait from private.mails where kind = $1`,
      [line.kind],
    );
    expect(wait).toBeGreaterThanOrEqual(0);
    expect(wait).toBeLessThanOrEqual(600);
  });

  test('are told once that it is withdrawn, and of no line any more', async () => {
    const lead = await sentTo(id('A2'));
    await left();
    await rpc('add_request_line', [lead.token, 'One more thing']);
    await withdrawn(lead.token);
    await withdrawn(lead.token);
    expect(await told()).toEqual([{ kind: 'request_withdrawn', artist_id: id('A2') }]);
  });

  test('are told nothing of one that is held', async () => {
    const { lead } = await send({ website: 'x' });
    await give(db, lead.id, id('A2'));
    await rpc('add_request_line', [lead.token, 'One more thing']);
    await withdrawn(lead.token);
    expect(await told()).toEqual([]);
  });

  test('and admins see in their list that it is withdrawn', async () => {
    const { lead } = await send();
    await withdrawn(lead.token);
    for (const args of [{}, { search: 'rosa' }]) {
      const list = await own<{ rows: { id: string; withdrawn_at: string | null }[] }>(
        'admin_list_requests',
        { limit: 100, ...args },
        caller('admin'),
      );
      const row = list.rows.find((one) => one.id === lead.id);
      expect(Date.parse(row?.withdrawn_at ?? '')).toBeGreaterThan(0);
    }
  });
});

describe('requests from before there was an account', () => {
  interface Open {
    count: number;
    requests: { reference: string; created_at: string }[];
  }
  const client = caller('client');
  const email = 'client@example.com';
  const open = (who: Caller, token?: string) =>
    own<Open>('my_open_requests', token ? { token } : {}, who);
  const adopt = (who: Caller, token?: string) =>
    own<{ adopted: number }>('adopt_requests', token ? { token } : {}, who);
  const prove = (who: string, proven: boolean) =>
    db.sql('update auth.users set confirmation_sent_at = $2 where id = $1', [
      id(who),
      proven ? new Date().toISOString() : null,
    ]);
  const owner = (lead: string) =>
    valueIn<string | null>(
      db,
      'select created_by_user as o from public.lead_records where id = $1',
      [lead],
    );

  beforeEach(async () => {
    await db.sql(
      'delete from public.lead_records l using public.lead_contacts c where c.lead_id = l.id and lower(c.email) = $1',
      [email],
    );
    for (const who of ['client', 'client2', 'artist2', 'admin']) await prove(who, true);
  });

  test('are told by reference and date, and become the person’s when they say so', async () => {
    const first = (await send({ email: 'Client@Example.com' })).lead;
    const second = (await send({ email })).lead;
    const others = (await send({ email: 'client2@example.com' })).lead;
    await send({ email }, client);
    const found = await open(client);
    expect(found.count).toBe(2);
    expect(found.requests.map((one) => one.reference).sort()).toEqual(
      [first.reference, second.reference].sort(),
    );
    expect(Object.keys(found.requests[0] ?? {}).sort()).toEqual(['created_at', 'reference']);
    expect(await owner(first.id)).toBeNull();

    expect(await adopt(client)).toEqual({ adopted: 2 });
    expect(await adopt(client)).toEqual({ adopted: 0 });
    expect([await owner(first.id), await owner(second.id), await owner(others.id)]).toEqual([
      id('client'),
      id('client'),
      null,
    ]);
    expect(await open(client)).toEqual({ count: 0, requests: [] });
    // The link stays valid, and My Quotes has them.
    expect((await track(first.token)).id).toBe(first.id);
    expect((await own('track_request', { lead: first.id }, client)).id).toBe(first.id);
    expect(
      await count(`private.audit_log where action = 'request.adopted' and subject = any ($1)`, [
        [first.id, second.id],
      ]),
    ).toBe(2);
  });

  test('are nobody’s whose address is not confirmed, or not shown to be read', async () => {
    const { lead } = await send({ email });
    await prove('client', false);
    expect((await open(client)).count).toBe(0);
    expect(await adopt(client)).toEqual({ adopted: 0 });
    // With the link of a request that one is theirs, and no other.
    await send({ email });
    expect((await open(client, lead.token)).requests).toMatchObject([
      { reference: lead.reference },
    ]);
    await db.sql('update auth.users set email_confirmed_at = null where id = $1', [id('client')]);
    expect((await open(client, lead.token)).count).toBe(0);
    expect(await adopt(client, lead.token)).toEqual({ adopted: 0 });
    await db.sql('update auth.users set email_confirmed_at = now() where id = $1', [id('client')]);
    expect(await adopt(client, lead.token)).toEqual({ adopted: 1 });
  });

  test('are not had by the link of a request with another address, nor by another role', async () => {
    const { lead } = await send({ email: 'somebody@example.com' });
    expect(await adopt(client, lead.token)).toEqual({ adopted: 0 });
    await send({ email: 'artist2@example.com' });
    await send({ email: 'admin@example.com' });
    for (const who of ['artist2', 'admin'] as const) {
      expect((await open(caller(who))).count).toBe(0);
      expect(await adopt(caller(who))).toEqual({ adopted: 0 });
    }
  });

  test('cannot be taken from the account that has them', async () => {
    const { lead } = await send({ email }, caller('client2'));
    expect(await adopt(client, lead.token)).toEqual({ adopted: 0 });
    expect(await owner(lead.id)).toBe(id('client2'));
  });
});

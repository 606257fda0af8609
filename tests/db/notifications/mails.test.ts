import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { agreementDraftSchema } from '#features/agreements/agreement.ts';
import { ASSIGNMENT_STATES } from '#features/requests/assignment.ts';
import { renderMail } from '#mail/delivery/render.ts';
import { TEMPLATES } from '#mail/delivery/templates.ts';
import { agreementCase } from '../../support/cases/agreement-cases.ts';
import { faultOfLink } from '../../support/site-links.ts';
import { answered, call, callByName, refusal } from '../support/actors.ts';
import { form, proveSenders, select, submit } from '../support/leads.ts';
import { valueIn, valuesIn } from '../support/read.ts';
import { caller, id, ORIGIN, upload, worldOfFile } from '../support/world.ts';

interface Leased {
  id: string;
  kind: string;
  message_id: string;
  address: string;
  optional: boolean;
  attempts: number;
  data: Record<string, unknown>;
}

const db = await worldOfFile({ lead_ip_limit: '1000', lead_total_limit: '10000' });
beforeEach(() => db.sql('delete from private.mails'));

const service = caller('service');
const lease = (limit = 100, seconds = 60) =>
  call<Leased>(db, service, 'select * from public.lease_mails($1, $2)', [limit, seconds]);
const finish = (mail: string, ok: boolean, answer = '', permanent = false) =>
  answered<string | null>(db, service, 'public.finish_mail($1, $2, $3, $4)', [
    ...[mail, ok, answer, permanent],
  ]);
const kinds = () =>
  valuesIn<string>(
    db,
    `select kind || ' ' || coalesce(m.address, u.email::text) from private.mails m left join auth.users u on u.id = m.user_id order by 1`,
  );
const due = () => db.sql(`update private.mails set next_attempt_at = now()`);
/** Its pages, as whoever gets it would open them. Only a farewell leads no further than the first page of the site. */
function followLinks({ kind, data }: Pick<Leased, 'kind' | 'data'>): string[] {
  const { text, html } = renderMail(kind, data, { origin: ORIGIN });
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&').slice(ORIGIN.length),
  );
  const away = links.filter((link) => !['', '/'].includes(link));
  if (kind !== 'account_deleted') expect(away, `${kind} leads nowhere`).not.toEqual([]);
  for (const link of links) {
    expect(faultOfLink(link), `${kind}: ${link}`).toBeNull();
    expect(text, kind).toContain(ORIGIN + link);
  }
  return links;
}
const mail = (address: string, kind = 'request_assigned') =>
  db.sql(`select private.write_mail('${kind}', '${randomUUID()}', null, $1, null, null)`, [
    address,
  ]);

test.each([
  { attempts: 0, created: '1 day', next: '1 day', is: 'due: the clock was a day ahead' },
  { attempts: 0, created: '1 day', next: '1 day 20 minutes', is: 'due: the clock was ahead' },
  { attempts: 1, created: '0', next: '1 day', is: 'due: no lease and no retry is that long' },
  { attempts: 1, created: '0', next: '15 minutes', is: 'not due: it is tried again later' },
  { attempts: 0, created: '0', next: '2 days', is: 'not due: a limit holds it' },
  { attempts: 0, created: '1 day', next: '3 days', is: 'not due: a limit holds it' },
])('written $created and to be sent $next from now, an email is $is', async (stored) => {
  await mail('early@example.com');
  await db.sql(
    `update private.mails set attempts = $1, created_at = now() + $2::interval, next_attempt_at = now() + $3::interval`,
    [stored.attempts, stored.created, stored.next],
  );
  expect(await lease()).toHaveLength(stored.is.startsWith('due') ? 1 : 0);
});

test('every kind has a row and a template', async () => {
  const rows = await db.sql<{ kind: string }>('select kind from private.mail_kinds order by 1');
  expect(rows.map(({ kind }) => kind)).toEqual(Object.keys(TEMPLATES).sort());
});

describe('an event writes its mails with it:', () => {
  afterEach(async () => {
    // What one transaction does is one event.
    const doubled = await db.sql(
      `select recipient, array_agg(kind) as kinds from private.mails
       group by created_at, lead_id, recipient having count(*) > 1`,
    );
    expect(doubled).toEqual([]);
  });

  test('a request that artists fit, one to whoever asked, which waits for the choice', async () => {
    const asked = form({ email: 'rosa@example.com' });
    const lead = await submit(db, asked);
    expect(await kinds()).toEqual(['request_confirmed rosa@example.com']);
    expect(await lease()).toEqual([]);
    await select(db, lead.id, asked.claim, [id('A2'), id('A3')]);
    // A3 has no account.
    expect(await kinds()).toEqual([
      'lead_received artist2@example.com',
      'request_confirmed rosa@example.com',
    ]);
    await proveSenders(db);
    const [first] = (await lease()).filter(({ kind }) => kind === 'request_confirmed');
    expect(first?.data.artists).toEqual([
      { id: id('A2'), name: 'A2' },
      { id: id('A3'), name: 'A3' },
    ]);
    expect(first?.data).toMatchObject({ offers: 2, lead: { id: lead.id, account: false } });
  });

  test('a request for a wall like some murals, with their titles but of no private one', async () => {
    const [mural] = await db.sql<{ title: string }>(
      'select title from public.murals where id = $1',
      [id('M1')],
    );
    const asked = form({ email: 'likes@example.com', details: { mural_ids: [id('M1')] } });
    const lead = await submit(db, asked);
    await select(db, lead.id, asked.claim, [id('A2')]);
    const told = async () =>
      (await lease()).find(({ kind }) => kind === 'lead_received')?.data.lead as {
        liked: string[];
      };
    expect((await told()).liked).toEqual([mural?.title]);
    await db.sql('update public.murals set public_visible = false where id = $1', [id('M1')]);
    await due();
    expect((await told()).liked).toEqual([]);
    await db.sql('update public.murals set public_visible = true where id = $1', [id('M1')]);
  });

  test('a choice after the confirmation has left, one more', async () => {
    const asked = form({ email: 'late@example.com' });
    const lead = await submit(db, asked);
    await due();
    const [sent] = await lease();
    await finish(sent?.id ?? '', true);
    await select(db, lead.id, asked.claim, [id('A2')]);
    expect(await kinds()).toContain('request_assigned late@example.com');
  });

  test('a request that no artist fits, one to each admin as well', async () => {
    const nowhere = { city: 'El Paso', style_preference: 'lettering' };
    await submit(db, form({ ...nowhere, email: 'none@example.com' }), caller('client2'));
    expect(await kinds()).toEqual([
      'request_confirmed none@example.com',
      'request_unmatched admin@example.com',
    ]);
  });

  test('an event that is undone, none', async () => {
    await expect(
      db.transaction(async (tx) => {
        await tx.sql(`select private.confirm_request('${id('L1')}')`);
        expect(await tx.sql('select 1 from private.mails')).toHaveLength(1);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await kinds()).toEqual([]);
  });

  test('a held request, one to admins an hour and none to its sender, until it is released', async () => {
    const leads = [];
    for (const email of ['bot@example.com', 'bot2@example.com'])
      leads.push(await submit(db, form({ email, website: 'x' })));
    expect(await kinds()).toEqual(['lead_held admin@example.com']);
    await call(db, caller('admin'), 'select public.admin_release_request($1)', [leads[0]?.id]);
    expect(await kinds()).toEqual([
      'lead_held admin@example.com',
      'request_confirmed bot@example.com',
    ]);
    await call(db, caller('admin'), 'select public.admin_assign_request($1, $2)', [
      leads[1]?.id,
      [id('A1')],
    ]);
    expect(await kinds()).toEqual([
      'lead_held admin@example.com',
      'lead_received artist@example.com',
      'request_confirmed bot2@example.com',
      'request_confirmed bot@example.com',
    ]);
  });

  test('the other admins hear of a release', async () => {
    const other = await db.signedIn('admin', 'second-admin@example.com');
    const lead = await submit(db, form({ website: 'x' }));
    await call(db, caller('admin'), 'select public.admin_release_request($1)', [lead.id]);
    expect((await kinds()).filter((line) => line.startsWith('lead_released'))).toEqual([
      'lead_released second-admin@example.com',
    ]);
    await db.service().auth.admin.deleteUser(other.id);
  });

  test('a status that moves, each once', async () => {
    const asked = form({ email: 'moved@example.com' });
    const lead = await submit(db, asked);
    await select(db, lead.id, asked.claim, [id('A2')]);
    await db.sql('delete from private.mails');
    for (const status of ['in_review', 'new', 'in_review', 'completed', 'in_review', 'completed'])
      await call(db, caller('artist2'), 'select public.set_lead_status($1, $2)', [lead.id, status]);
    expect(await kinds()).toEqual([
      'request_answered moved@example.com',
      'request_completed moved@example.com',
    ]);
  });

  test('a status that is taken back within a minute, not at all', async () => {
    const asked = form({ email: 'undone@example.com' });
    const lead = await submit(db, asked);
    await select(db, lead.id, asked.claim, [id('A2')]);
    await db.sql('delete from private.mails');
    const choose = (status: string) =>
      call(db, caller('artist2'), 'select public.set_lead_status($1, $2)', [lead.id, status]);
    await choose('completed');
    expect(await kinds()).toEqual(['request_completed undone@example.com']);
    expect(await lease()).toEqual([]);
    await choose('new');
    expect(await kinds()).toEqual([]);
    // A later decision is told, and once it has left nothing takes it back.
    await choose('in_review');
    await due();
    const [row] = await lease();
    await finish(row?.id ?? '', true, '250 OK');
    await choose('new');
    expect(await kinds()).toEqual(['request_answered undone@example.com']);
  });

  test('an artist signs up: a welcome; a client: none', async () => {
    await db.signedIn('artist', 'new-artist@example.com');
    await db.signedIn('client', 'new-client@example.com');
    expect(await kinds()).toEqual(['artist_welcome new-artist@example.com']);
  });

  test('an artist confirms the address later', async () => {
    const user = randomUUID();
    await db.sql(
      `insert into auth.users (id, email, raw_user_meta_data) values ($1, 'confirms@example.com', '{"role": "artist"}')`,
      [user],
    );
    expect(await kinds()).toEqual([]);
    await db.sql('update auth.users set email_confirmed_at = now() where id = $1', [user]);
    expect(await kinds()).toEqual(['artist_welcome confirms@example.com']);
  });

  test('an account goes: one to its address, of which nothing stays', async () => {
    const { client, id: user } = await db.signedIn('client', 'leaves@example.com');
    await submit(db, form({ email: 'leaves@example.com' }), {
      role: 'authenticated',
      userId: user,
    });
    expect((await client.rpc('delete_my_account')).error).toBeNull();
    expect(await kinds()).toEqual(['account_deleted leaves@example.com']);
    const [last] = await lease();
    expect(last).toMatchObject({
      address: 'leaves@example.com',
      optional: false,
      forgotten: true,
    });
    expect(await finish(last?.id ?? '', true, '250 OK')).toBe('sent');
    expect(await kinds()).toEqual([]);
  });

  test('what is dated back is no news', async () => {
    await db.sql(
      `insert into public.lead_assignments (lead_id, artist_id, created_at) values ($1, $2, now() - interval '1 hour')`,
      [id('L4'), id('A2')],
    );
    expect(await kinds()).toEqual([]);
    await db.sql('delete from public.lead_assignments where lead_id = $1', [id('L4')]);
  });
});

describe('a mail shows', () => {
  test('what its template needs, for every kind', async () => {
    const asked = form({ email: 'x@example.com' });
    const lead = await submit(db, asked);
    await proveSenders(db);
    await db.sql(
      `insert into private.settings (key, value) values ('mail_recipient_limit', '1000'), ('mail_admin_limit', '1000'), ('mail_address_limit', '1000')`,
    );
    await select(db, lead.id, asked.claim, [id('A2')]);
    // What mails about messages and proposals show is what is unread, and what is open.
    const about = [lead.id, id('A2')];
    for (const statement of [
      `insert into public.lead_messages (lead_id, artist_id, sender, body)
         select $1, $2, s.sender, 'Hello' from unnest(array['client', 'artist']) s (sender)`,
      `insert into public.proposals (lead_id, artist_id, low, high, starts_on, days, valid_until)
         values ($1, $2, 900, 900, current_date, 3, current_date)`,
      `insert into private.agreements (lead_id, artist_id, state, version, in_force, change, ended_reason, ended_by)
         values ($1, $2, 'ended', 1, 1, 'Begin in April', 'The building was sold', 'client')`,
      `insert into private.proof_codes (lead_id, artist_id, hash, act, created_at)
         values ($1, $2, 'x', 'sign_agreement', private.clock())`,
      `insert into private.payment_parts (lead_id, artist_id, position, label, amount, due, state)
         values ($1, $2, 1, 'Deposit', 500, 'signed', 'asked')`,
      `insert into private.payment_notes (lead_id, artist_id, part_id, actor, event, amount, how, paid_on, created_at, idempotency_key)
         select lead_id, artist_id, id, 'client', 'report', 600, 'Zelle', current_date, now(), gen_random_uuid()
         from private.payment_parts where lead_id = $1 and artist_id = $2`,
      `insert into private.sealed_jobs (id, lead_id, artist_id, cause, reference, body, for_client, sealed_at, last_act_at)
         values ('${id('X9')}', $1, $2, 'removed', 'X', '{"artist": "A2", "client": "Ana"}', true, now(), now())`,
      `insert into public.assignment_events (lead_id, artist_id, actor, event, state, reason)
         values ($1, $2, 'artist', 'call_off', 'called_off', 'A broken arm')`,
      // A review is shown or hidden, and each mail is of one of them.
      `with made as (
         insert into public.reviews (artist_id, rating, body) values ($2, 4, 'The whole street stops.') returning id)
       insert into private.review_checks (review_id, lead_id, artist_id) select id, $1::uuid, $2::uuid from made`,
    ])
      await db.sql(statement, about);
    await db.sql(
      `with body as (select private.checked_agreement($3::jsonb)::text as text)
       insert into private.agreement_versions (lead_id, artist_id, version, body, hash, idempotency_key)
         select $1, $2, 1, text, encode(sha256(convert_to(text, 'UTF8')), 'hex'), gen_random_uuid() from body`,
      [...about, JSON.stringify(agreementDraftSchema.parse(agreementCase()))],
    );
    await db.sql(
      `insert into private.address_changes (lead_id, email, takes_effect_at) values ($1, 'y@example.com', private.clock())`,
      [lead.id],
    );
    const part = await valueIn(db, 'select id from private.payment_parts where lead_id = $1', [
      lead.id,
    ]);
    // What a digest collects is in notices, what a newsletter says in its issue: their own tests have them.
    const all = await valuesIn<string>(
      db,
      `select kind from private.mail_kinds where kind <> 'digest' and kind not like 'newsletter%'`,
    );
    const page = ['artist_invited', 'claim_check'];
    const payload = {
      ...{ artist_ids: [id('A2')], reason: 'too_fast', mural: id('M3'), part },
      ...{ picture: upload('portfolio-images', 'artist2', 'm1.jpg'), page: '/mural/m1' },
      ...{ decision: 'dismissed', act: 'close_request', reference: 'ABC234', lead_id: lead.id },
      copy: id('X9'),
    };
    const write = (mailed: readonly string[]) =>
      db.sql(
        `select private.write_mail(w.kind, 'sample', null, w.address, $2, w.artist, w.payload)
         from jsonb_to_recordset($1::jsonb) w (kind text, address text, artist uuid, payload jsonb)`,
        [
          mailed.map((kind) => ({
            kind,
            address: page.includes(kind) ? 'A4@example.com' : 'x@example.com',
            artist: ['lead_held', 'lead_released'].includes(kind)
              ? null
              : id(page.includes(kind) ? 'A4' : 'A2'),
            payload: {
              ...payload,
              paper: id(kind === 'paper_ending' ? 'paper_checked' : kind),
            },
          })),
          lead.id,
        ],
      );
    for (const state of ['sent', 'checked', 'refused'])
      await db.sql(
        `insert into private.papers (id, artist_id, path, insurer, amount, ends_on, state, reason)
         values ($1, $2, $3, 'Acme', 5, current_date + 90, $3, 'It has ended')`,
        [id(`paper_${state}`), id('A2'), state],
      );
    await write(all);
    const leased = await lease();
    await db.sql(
      `update public.reviews r set hidden_at = now(), hidden_reason = 'A name'
       from private.review_checks c where c.review_id = r.id and c.lead_id = $1`,
      [lead.id],
    );
    for (const kind of ['lead', 'request']) {
      await db.sql(`delete from private.mails where kind = $1`, [`${kind}_review_hidden`]);
      await write([`${kind}_review_hidden`]);
    }
    leased.push(...(await lease()));
    expect(new Set(leased.map(({ kind }) => kind))).toEqual(new Set(all));
    const aboutRequest = leased.filter(({ kind }) =>
      // Those are for artists and admins.
      /^request_(?!unmatched|withdrawn|line_added)/.test(kind),
    );
    expect(aboutRequest.length).toBeGreaterThan(15);
    for (const one of leased) followLinks(one);
    for (const one of aboutRequest)
      expect(followLinks(one), one.kind).toContainEqual(
        expect.stringMatching(/^\/request#|^\/dashboard\/\w+\/\w+\?\w+=/),
      );
    // The same in each state, to each whom it may reach: it says what is so when it leaves, or is not sent.
    const toClient = all.filter((kind) => kind.startsWith('request_'));
    const senders = [
      { who: 'a guest', proven: true, account: null },
      { who: 'a stranger', proven: false, account: null },
      { who: 'an account', proven: true, account: id('client2') },
    ];
    for (const { who, proven, account } of senders) {
      await db.sql(
        `update private.request_senders set proven_at = case when $2 then now() end, proven_by = case when $2 then 'link' end where lead_id = $1`,
        [lead.id, proven],
      );
      await db.sql('update public.lead_records set created_by_user = $2 where id = $1', [
        lead.id,
        account,
      ]);
      for (const state of ASSIGNMENT_STATES) {
        await db.sql('update public.lead_assignments set state = $2 where lead_id = $1', [
          lead.id,
          state,
        ]);
        await db.sql('delete from private.mails');
        await write(toClient);
        // Few leave to a stranger in a day; here each does.
        await db.sql(
          `update private.mails set state = 'waiting', answer = null, settled_at = null, next_attempt_at = now()`,
        );
        const sent = await lease();
        expect(sent.length, `${who}, ${state}`).toBeGreaterThan(5);
        for (const one of sent) followLinks(one);
      }
    }
    await db.sql(`delete from private.settings where key like 'mail_%_limit'`);
  });

  test('nothing of whoever asks, to anybody', async () => {
    const asked = form({
      name: 'Zenobia Secret',
      email: 'zenobia@example.com',
      phone: '999888777',
    });
    const lead = await submit(db, asked);
    await select(db, lead.id, asked.claim, [id('A2')]);
    for (const { address, ...rest } of await lease()) {
      expect(['zenobia@example.com', 'artist2@example.com']).toContain(address);
      expect(JSON.stringify(rest)).not.toMatch(/zenobia|999888777/i);
    }
  });

  test('what is so when it leaves, and is not sent for what is gone', async () => {
    const asked = form({ email: 'fast@example.com' });
    const lead = await submit(db, asked);
    await select(db, lead.id, asked.claim, [id('A2')]);
    await db.sql('delete from public.lead_assignments where lead_id = $1', [lead.id]);
    expect((await lease()).map(({ kind }) => kind)).toEqual(['request_confirmed']);
    expect(await kinds()).toEqual(['request_confirmed fast@example.com']);
    await due();
    await db.sql('delete from public.lead_contacts where lead_id = $1', [lead.id]);
    expect(await lease()).toEqual([]);
    expect(await kinds()).toEqual([]);
  });

  test('the address that an account has when it leaves', async () => {
    const { id: user } = await db.signedIn('artist', 'before@example.com');
    await db.sql(`update auth.users set email = 'after@example.com' where id = $1`, [user]);
    expect((await lease()).map(({ address }) => address)).toEqual(['after@example.com']);
  });
});

describe('the wait that operators are warned of', () => {
  const age = async () =>
    Number(await answered(db, service, `public.operator_figures() ->> 'mail_age'`));
  const written = (ago: string, next: string) =>
    db.sql(
      `update private.mails set created_at = now() - $1::interval, next_attempt_at = now() + $2::interval
       where attempts = 0`,
      [ago, next],
    );

  test('has none that a limit holds, and no more of one that is greylisted than since its first try', async () => {
    await mail('held@example.com');
    await written('1 day', '1 day');
    expect(await age()).toBe(0);
    // Its day has come, and the server asks for five minutes.
    await mail('grey@example.com');
    await written('1 day', '0');
    const [grey] = await lease();
    await finish(grey?.id ?? '', false, '451 4.7.1 Greylisted, try again in 5 minutes');
    await mail('held2@example.com');
    await written('1 day', '1 day');
    expect(await age()).toBeLessThan(600);
    await db.sql(
      `update private.mails set first_tried_at = now() - interval '1 hour' where attempts > 0`,
    );
    expect(await age()).toBeGreaterThan(3500);
  });

  test('has one that is due and was never tried', async () => {
    await mail('forgotten@example.com');
    await written('1 day', '-1 hour');
    expect(await age()).toBeGreaterThan(3500);
    expect(await age()).toBeLessThan(4500);
  });
});

describe('the queue', () => {
  test('gives each mail to one worker until its lease ends', async () => {
    for (let i = 0; i < 5; i++) await mail(`q${i}@example.com`);
    const [one, other] = await Promise.all([lease(3), lease(3)]);
    const ids = [...one, ...other].map((row) => row.id);
    expect(new Set(ids).size).toBe(5);
    expect(await lease()).toEqual([]);
    await due();
    const again = await lease();
    expect(again.map((row) => row.message_id).sort()).toEqual(
      [...one, ...other].map((row) => row.message_id).sort(),
    );
    expect(again.map((row) => row.attempts)).toEqual([2, 2, 2, 2, 2]);
  });

  test('tries again later and later for five days, then gives up', async () => {
    await mail('down@example.com');
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      const [row] = await lease();
      expect(await finish(row?.id ?? '', false, 'ECONNREFUSED')).toBe('waiting');
      const [left] = await db.sql<{ s: number }>(
        'select round(extract(epoch from next_attempt_at - now()))::int as s from private.mails',
      );
      waits.push(left?.s ?? 0);
      await due();
    }
    expect(waits.map((s) => Math.round(s / 30) * 30)).toEqual([
      30, 60, 120, 240, 480, 900, 900, 900,
    ]);
    await db.sql('update private.mails set attempts = 500');
    const [row] = await lease();
    expect(await finish(row?.id ?? '', false, 'still down')).toBe('waiting');
    await due();
    await db.sql(`update private.mails set created_at = now() - interval '5 days 1 minute'`);
    const [last] = await lease();
    expect(await finish(last?.id ?? '', false, 'still down')).toBe('failed');
    expect(await lease()).toEqual([]);
  });

  test('keeps what is under way with its worker', async () => {
    await mail('slow@example.com');
    const [row] = await lease(1, 1);
    await call(db, caller('service'), 'select public.keep_mails($1, 600)', [[row?.id]]);
    const [kept] = await db.sql<{ s: number }>(
      'select round(extract(epoch from leased_until - now()))::int as s from private.mails',
    );
    expect(kept?.s).toBeGreaterThan(590);
    await finish(row?.id ?? '', true, '250 OK');
    await call(db, caller('service'), 'select public.keep_mails($1, 600)', [[row?.id]]);
    expect(await db.sql('select state, leased_until from private.mails')).toEqual([
      { state: 'sent', leased_until: null },
    ]);
  });

  test('ends one that never comes to an end', async () => {
    await mail('crash@example.com');
    await db.sql('update private.mails set attempts = 100');
    expect(await lease()).toEqual([]);
    expect(await db.sql('select state, answer from private.mails')).toEqual([
      { state: 'failed', answer: 'It was begun 100 times and never ended.' },
    ]);
  });

  test('keeps no link, which is a secret', async () => {
    const write = db.sql(
      `select private.write_mail('request_link', 'k', null, 'a@example.com', null, null, '{"link": "/request#secret"}')`,
    );
    await expect(write).rejects.toThrow('mails_payload_check');
  });

  test('keeps a refusal as it was said, in one line', async () => {
    await mail('a@example.com');
    await mail('b@example.com');
    const [a, b] = await lease();
    expect(await finish(a?.id ?? '', false, '550 no\r\nsuch user', true)).toBe('failed');
    expect(await finish(b?.id ?? '', true, '250 OK')).toBe('sent');
    expect(
      await db.sql(
        `select state, answer, sent_at is not null as sent from private.mails order by id`,
      ),
    ).toEqual([
      { state: 'failed', answer: '550 no such user', sent: false },
      { state: 'sent', answer: '250 OK', sent: true },
    ]);
  });

  test('believes a late worker that a mail left, and nothing else', async () => {
    await mail('slow@example.com');
    const [row] = await lease();
    await due();
    await lease();
    expect(await finish(row?.id ?? '', true)).toBe('sent');
    expect(await finish(row?.id ?? '', false, 'late')).toBeNull();
    expect(await finish(row?.id ?? '', true)).toBeNull();
  });

  test('writes one mail for an event and a recipient, however often it is told', async () => {
    for (let i = 0; i < 3; i++)
      await db.sql(`select private.write_mail('artist_welcome', 'x', null, 'Same@example.com')`);
    await db.sql(`select private.write_mail('artist_welcome', 'x', null, 'same@EXAMPLE.com')`);
    expect(await kinds()).toEqual(['artist_welcome Same@example.com']);
  });

  test('tells the worker when a mail is written', async () => {
    let heard = 0;
    const stop = await db.listen('mails', () => {
      heard += 1;
    });
    await mail('heard@example.com');
    await expect.poll(() => heard).toBe(1);
    await stop();
  });
});

describe('admins', () => {
  interface Page {
    total: number;
    counts: Record<string, number>;
    rows: { id: number; to: string; state: string }[];
  }
  const list = (state: string | null, before: string | null = null, limit = 25) =>
    callByName<Page>(db, caller('admin'), 'admin_mails', { state, before, limit });
  const resend = (mail: unknown) =>
    answered<string>(db, caller('admin'), 'public.resend_mail($1)', [mail]);

  test('see what waits, left and failed, page by page', async () => {
    for (const name of ['a', 'b', 'c']) await mail(`${name}@example.com`);
    const [a, b] = await lease(2);
    await finish(a?.id ?? '', true, '250 OK');
    await finish(b?.id ?? '', false, '550 unknown', true);
    const all = await list(null);
    expect(all?.counts).toEqual({ waiting: 1, sent: 1, failed: 1 });
    expect(all?.rows.map((row) => `${row.to} ${row.state}`)).toEqual([
      'c@example.com waiting',
      'b@example.com failed',
      'a@example.com sent',
    ]);
    const first = await list(null, null, 2);
    const next = await list(null, String(first?.rows.at(-1)?.id), 2);
    expect(next?.rows.map((row) => row.to)).toEqual(['a@example.com']);
    expect((await list('failed'))?.rows).toMatchObject([{ answer: '550 unknown', attempts: 1 }]);
    expect((await refusal(list('other'))).code).toBe('invalid_input');
  });

  test('find the mails of an address, of an account by the one it has now, and turn pages', async () => {
    for (let n = 0; n < 3; n++) await mail(`found${n}@example.com`);
    await mail('other@example.com');
    const { id: user } = await db.signedIn('artist', 'had@example.com');
    await db.sql(`update auth.users set email = 'found-now@example.com' where id = $1`, [user]);
    const find = (search: string, state: string | null, limit = 25, offset = 0) =>
      callByName<Page>(db, caller('admin'), 'admin_mails', { state, limit, search, offset });
    const found = await find('FOUND', null);
    expect(found?.rows.map(({ to }) => to)).toEqual([
      'found-now@example.com',
      'found2@example.com',
      'found1@example.com',
      'found0@example.com',
    ]);
    expect([found?.total, found?.counts.waiting]).toEqual([4, 5]);
    expect((await find('found', 'waiting', 2, 2))?.rows.map(({ to }) => to)).toEqual([
      'found1@example.com',
      'found0@example.com',
    ]);
    expect(await find('found', 'sent')).toMatchObject({ total: 0, rows: [] });
    expect((await find('had@', null))?.total).toBe(0);
    // A sign of patterns is a letter like others.
    expect((await find('%', null))?.total).toBe(0);
  });

  test('are told the counts without a look at most rows', { tags: 'long' }, async () => {
    await db.transaction(async (tx) => {
      await tx.sql(
        `insert into private.mails (kind, event, address, state)
         select 'request_answered', 'many:' || i, 'many@example.com', case when i % 1000 = 0 then 'failed' else 'sent' end
         from generate_series(1, 20000) i`,
      );
      await tx.sql('analyze private.mails');
      for (const [where, index] of [
        [`m.state in ('waiting', 'leased')`, 'mails_due_idx'],
        [`m.state = 'failed'`, 'mails_failed_idx'],
      ]) {
        const plan = await tx.sql(`explain select count(*) from private.mails m where ${where}`);
        expect(JSON.stringify(plan)).toContain(index);
      }
      await tx.sql(`delete from private.mails where event like 'many:%'`);
    });
  });

  test('send again what failed as the same mail, and what was sent as another one', async () => {
    await mail('failed@example.com');
    await mail('sent@example.com');
    const [failed, sent] = await lease();
    await finish(failed?.id ?? '', false, '550', true);
    await finish(sent?.id ?? '', true);
    await resend(failed?.id);
    await resend(sent?.id);
    const again = await lease();
    expect(again.map(({ attempts }) => attempts)).toEqual([1, 1]);
    expect(again.map((row) => row.message_id === failed?.message_id)).toEqual([true, false]);
    expect(again.map((row) => row.message_id === sent?.message_id)).toEqual([false, false]);
    expect((await refusal(resend(failed?.id))).code).toBe('invalid_input');
    const notes = await db.sql(`select detail from private.audit_log where action = 'mail.resent'`);
    expect(notes).toHaveLength(2);
  });

  const leased = async (kind: string) => {
    await due();
    return (await lease()).find((one) => one.kind === kind);
  };
  const sent = async () => {
    const asked = form();
    const lead = await submit(db, asked);
    await select(db, lead.id, asked.claim, [id('A2')]);
    return lead;
  };

  test('a mail that is sent again has a link that opens the request, which the admin is not told', async () => {
    const lead = await sent();
    const first = await leased('request_confirmed');
    await finish(first?.id ?? '', true);
    expect(
      await db.sql(`select payload ? 'link' as kept from private.mails where id = $1`, [first?.id]),
    ).toEqual([{ kept: false }]);
    const answer = await resend(first?.id);
    expect(answer).toBe('waiting');
    const seen = [
      await call(db, caller('admin'), 'select public.admin_mails()'),
      await call(
        db,
        caller('admin'),
        `select public.admin_list_audit(null, null, 'at', true, 25, 0)`,
      ),
    ];
    expect(JSON.stringify(seen)).not.toContain(lead.token);
    expect((await leased('request_confirmed'))?.data.link).toBe(first?.data.link);
  });

  test('one that failed gets the newest link, for the one it had may be revoked', async () => {
    const lead = await sent();
    const failed = await leased('request_confirmed');
    await finish(failed?.id ?? '', false, '', true);
    await db.sql('select private.renew_link($1)', [lead.id]);
    await resend(failed?.id);
    const token = String((await leased('request_confirmed'))?.data.link).split('#')[1];
    expect(token).not.toBe(lead.token);
    await call(db, caller('anon'), 'select public.track_request($1)', [token]);
  });

  test('one of a kind that carries no link gets none', async () => {
    await sent();
    const mail = await leased('lead_received');
    await finish(mail?.id ?? '', true);
    await resend(mail?.id);
    expect((await leased('lead_received'))?.data).not.toHaveProperty('link');
  });
});

import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type Conversation,
  type Message,
  messageDraftSchema,
} from '#features/requests/conversation/conversation.ts';
import type { TrackedRequest } from '#features/requests/page/tracked-request.ts';
import { effort } from '../../support/effort.ts';
import { type Caller, call, callByName, refusal, work } from '../support/actors.ts';
import { ANON, form, give, proveSenders, submit } from '../support/leads.ts';
import { daysLater, mailKinds, valuesIn } from '../support/read.ts';
import { caller, id, worldOfFile } from '../support/world.ts';

const db = await worldOfFile({ lead_ip_limit: '10000', lead_total_limit: '10000' });
beforeEach(async () => {
  await later(0);
  await db.sql('delete from private.reminders');
  await db.sql('delete from private.mails');
  await db.sql('delete from public.notices');
  await db.sql('delete from private.rate_counters');
});

const A1 = id('A1');
const A2 = id('A2');
const ARTIST1 = caller('artist');
const ARTIST2 = caller('artist2');

const rpc = <T>(name: string, args: object, who: Caller) => callByName<T>(db, who, name, args);
const codeOfCall = async (name: string, args: object, who: Caller) =>
  (await refusal(rpc(name, args, who))).code;

/** An email's link is another than the browser's. */
const LINK = expect.stringMatching(/^\/request#[\w-]{43}$/);

/** A request that A1 and A2 have. */
async function ask(who: Caller = ANON) {
  const { id: lead, token } = await submit(db, form(), who);
  await give(db, lead, A1, A2);
  await proveSenders(db);
  await db.sql('delete from private.mails');
  await db.sql('delete from public.notices');
  return { lead, token: token as string };
}
const write = (lead: string, body: string, who: Caller, more: object = {}) =>
  rpc<Message & { replayed: boolean }>(
    'send_message',
    { lead, artist: A2, body, key: randomUUID(), ...more },
    who,
  );
const thread = (lead: string, who: Caller, more: object = {}) =>
  rpc<Conversation>('read_conversation', { lead, artist: A2, ...more }, who);
const track = (token: string) => rpc<TrackedRequest>('track_request', { token }, ANON);
const offer = (lead: string, who: Caller, low = 900) =>
  rpc<{ id: string }>(
    'send_proposal',
    {
      lead,
      low,
      high: null,
      starts_on: tomorrow(),
      days: 3,
      message: null,
      valid_until: tomorrow(),
      key: randomUUID(),
    },
    who,
  );
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const states = (lead: string) =>
  valuesIn<string>(
    db,
    `select a.name || ' ' || s.state || ' ' || s.status from public.lead_assignments s
     join public.artists a on a.id = s.artist_id where s.lead_id = $1 order by 1`,
    [lead],
  );
/** As if so many hours had passed. */
const later = (hours: number) => daysLater(db, hours / 24);
const due = () =>
  db.sql(`update private.mails set next_attempt_at = now() where state = 'waiting'`);
const leased = async (kind?: string) => {
  const rows = await work<{ kind: string; address: string; data: Record<string, unknown> }>(db);
  return rows.filter((row) => !kind || row.kind === kind);
};
const notices = (user: string) =>
  valuesIn<string>(
    db,
    `select kind || case when read_at is null then '' else ' read' end
     from public.notices where user_id = $1 order by created_at`,
    [id(user)],
  );
/** What was mailed about whether the wall of a request is painted, in its order. */
const toldOf = (lead: string) =>
  mailKinds(db, `lead_id = $1 and kind ~ 'completed|disputed|agreed'`, [lead]);

describe('a message', () => {
  test('of a guest is read by its artist, and answered; nobody else sees either', async () => {
    const { lead, token } = await ask();
    const asked = await write(lead, '  Could you come on Saturday?\nAround ten.  ', ANON, {
      token,
    });
    expect(asked).toMatchObject({
      sender: 'client',
      body: 'Could you come on Saturday?\nAround ten.',
    });
    await write(lead, 'Saturday is fine.', ARTIST2);
    const bodies = ({ messages }: Conversation) =>
      messages.map(({ sender, body }) => `${sender}: ${body}`);
    const both = ['client: Could you come on Saturday?\nAround ten.', 'artist: Saturday is fine.'];
    expect(bodies(await thread(lead, ARTIST2))).toEqual(both);
    expect(bodies(await thread(lead, ANON, { token }))).toEqual(both);
    const page = await track(token);
    expect((page as unknown as Conversation).messages.map(({ body }) => body)).toHaveLength(2);
    expect(page.artists.map(({ state, unread }) => `${state} ${unread}`)).toEqual([
      'sent 0',
      'talking 1',
    ]);
    // The other artist has their own conversation, which is empty.
    expect(
      (await rpc<Conversation>('read_conversation', { lead, artist: A1 }, ARTIST1)).messages,
    ).toEqual([]);
    expect(await codeOfCall('read_conversation', { lead, artist: A2 }, ARTIST1)).toBe(
      'not_allowed',
    );
    const rows = await call(db, ARTIST1, 'select * from public.leads where id = $1', [lead]);
    expect(rows).toMatchObject([{ status: 'new', name: '***' }]);
    expect(
      await call(db, ARTIST1, 'select id from public.lead_messages where lead_id = $1', [lead]),
    ).toEqual([]);
  });

  test('of whoever asked unmasks them for that artist, as the first answer does', async () => {
    const { lead, token } = await ask();
    const name = async () =>
      (
        await call<{ name: string }>(db, ARTIST2, 'select name from public.leads where id = $1', [
          lead,
        ])
      )[0]?.name;
    expect(await name()).toBe('***');
    await write(lead, 'Hello', ANON, { token });
    expect(await name()).toBe('Rosa Delgado');
    expect(await states(lead)).toEqual(['A1 sent new', 'A2 talking in_review']);
  });

  test('is stored once for its key, and the key is not taken for another text', async () => {
    const { lead } = await ask();
    const key = randomUUID();
    const first = await write(lead, 'Hello', ARTIST2, { key });
    const again = await Promise.all([1, 2, 3].map(() => write(lead, 'Hello', ARTIST2, { key })));
    expect(again.map(({ id, replayed }) => [id, replayed])).toEqual(
      [1, 2, 3].map(() => [first.id, true]),
    );
    const other = { lead, artist: A2, body: 'Other', key };
    expect(await codeOfCall('send_message', other, ARTIST2)).toBe('idempotency_conflict');
    expect((await thread(lead, ARTIST2)).messages).toHaveLength(1);
  });

  test('is refused when it says nothing or too much, and once the request is over', async () => {
    const { lead, token } = await ask();
    const args = { lead, artist: A2, key: randomUUID(), token };
    expect(await refusal(rpc('send_message', { ...args, body: ' \n ' }, ANON))).toMatchObject({
      code: 'message_required',
      field: 'body',
    });
    expect(await codeOfCall('send_message', { ...args, body: 'x'.repeat(2001) }, ANON)).toBe(
      'message_too_long',
    );
    expect(await codeOfCall('send_message', { ...args, body: 'x', key: null }, ANON)).toBe(
      'invalid_input',
    );
    await rpc('decline_lead', { lead, reason: 'Fully booked' }, ARTIST2);
    expect(await codeOfCall('send_message', { ...args, body: 'x' }, ANON)).toBe('move_refused');
    await rpc('close_request', { token }, ANON);
    expect(await codeOfCall('send_message', { ...args, body: 'x' }, ANON)).toBe(
      'request_withdrawn',
    );
  });

  const BODIES = [
    '',
    ' \n',
    'x',
    'x'.repeat(2000),
    ` ${'x'.repeat(2000)} `,
    'x'.repeat(2001),
    '🎨'.repeat(2000),
    '🎨'.repeat(2001),
  ];
  test.each(BODIES.flatMap((body) => [0, 4, 5].map((pictures) => ({ body, pictures }))))(
    'is taken or refused as the box of the page says it (%#)',
    async ({ body, pictures }) => {
      const { lead } = await ask();
      const form = messageDraftSchema.safeParse({ body, pictures });
      const [issue] = form.error?.issues ?? [];
      const stored = await write(lead, body, ARTIST2, { pictures }).then(
        (message) => `${message.body} ${message.pictures.length}`,
        async (error) => (await refusal(Promise.reject(error))).message,
      );
      expect(stored).toBe(form.success ? `${form.data.body} ${pictures}` : issue?.message);
    },
  );

  test('of a flood is refused', async () => {
    const { lead } = await ask();
    await db.sql(`insert into private.settings (key, value) values ('message_limit', '3')`);
    for (const body of ['1', '2', '3']) await write(lead, body, ARTIST2);
    const key = randomUUID();
    expect(await codeOfCall('send_message', { lead, artist: A2, body: '4', key }, ARTIST2)).toBe(
      'rate_limited',
    );
    await db.sql(`delete from private.settings where key = 'message_limit'`);
  });

  test('comes in pages, the newest first', async () => {
    const { lead } = await ask();
    await db.sql(
      `insert into public.lead_messages (lead_id, artist_id, sender, body)
       select $1, $2, 'client', 'n' || n from generate_series(1, 120) n`,
      [lead, A2],
    );
    const seen: string[] = [];
    let page = await thread(lead, ARTIST2);
    seen.unshift(...page.messages.map(({ body }) => body));
    while (page.earlier) {
      page = await thread(lead, ARTIST2, { before: page.messages[0]?.position });
      seen.unshift(...page.messages.map(({ body }) => body));
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => `n${n + 1}`));
  });
});

describe('who is told of messages', () => {
  test('is the other side: one notice and one mail for all that is unread', async () => {
    const { lead } = await ask(caller('client'));
    await write(lead, 'One', caller('client'));
    await write(lead, 'Two', caller('client'));
    expect(await notices('artist2')).toEqual(['lead_message']);
    expect(await notices('client')).toEqual([]);
    expect(await leased('lead_message')).toEqual([]);
    await due();
    expect(await leased('lead_message')).toMatchObject([
      { address: 'artist2@example.com', data: { messages: ['One', 'Two'], count: 2 } },
    ]);
    await write(lead, 'Three', ARTIST2);
    expect(await notices('client')).toEqual(['request_message']);
  });

  test('is not mailed what was read meanwhile', async () => {
    const { lead, token } = await ask();
    const { position } = await write(lead, 'One', ARTIST2);
    await rpc('mark_conversation_read', { lead, artist: A2, position, token }, ANON);
    await due();
    expect(await leased('request_message')).toEqual([]);
    expect((await thread(lead, ARTIST2)).client_read).toBe(position);
  });

  test('is a guest by mail, with the link, at most every ten minutes', async () => {
    const { lead } = await ask();
    await write(lead, 'One', ARTIST2);
    await due();
    const [first] = await leased('request_message');
    expect(first?.data).toMatchObject({ messages: ['One'], link: LINK });
    await db.sql(`update private.mails set state = 'sent' where kind = 'request_message'`);
    await write(lead, 'Two', ARTIST2, { pictures: 1 });
    await write(lead, '', ARTIST2, { pictures: 3 });
    const [next] = await db.sql<{ seconds: number }>(
      `select extract(epoch from next_attempt_at - now())::int as seconds from private.mails
       where kind = 'request_message' and state = 'waiting'`,
    );
    expect(next?.seconds).toBeGreaterThan(500);
    await due();
    // A mail names pictures and shows none.
    expect((await leased('request_message'))[0]?.data).toMatchObject({
      messages: ['One', 'Two\n1 photo', '3 photos'],
    });
  });

  test('has read what is above once they answer or look, and never less', async () => {
    const { lead } = await ask(caller('client'));
    const first = await write(lead, 'One', caller('client'));
    const second = await write(lead, 'Two', caller('client'));
    await rpc('mark_conversation_read', { lead, artist: A2, position: first.position }, ARTIST2);
    expect(await notices('artist2')).toEqual(['lead_message']);
    await rpc('mark_conversation_read', { lead, artist: A2, position: second.position }, ARTIST2);
    await rpc('mark_conversation_read', { lead, artist: A2, position: first.position }, ARTIST2);
    expect(await notices('artist2')).toEqual(['lead_message read']);
    expect((await thread(lead, caller('client'))).artist_read).toBe(second.position);
    const answer = await write(lead, 'Three', ARTIST2);
    expect((await thread(lead, caller('client'))).artist_read).toBe(answer.position);
  });
});

describe('a report', () => {
  test('hides the conversation from whoever reports, closes it, and tells admins', async () => {
    const { lead, token } = await ask();
    const { id: message } = await write(lead, 'Something rude', ARTIST2);
    await rpc('report_message', { message, reason: 'Rude', token }, ANON);
    expect(await thread(lead, ANON, { token })).toMatchObject({ reported: true, messages: [] });
    const page = await track(token);
    expect(page.artists.map(({ reported }) => reported)).toEqual([false, true]);
    expect((page as unknown as Conversation).messages).toEqual([]);
    expect(await thread(lead, ARTIST2)).toMatchObject({ reported: false, open: false });
    const more = { lead, artist: A2, body: 'More', key: randomUUID() };
    expect(await codeOfCall('send_message', more, ARTIST2)).toBe('move_refused');
    expect(await notices('admin')).toEqual(['conversation_reported']);
    await rpc('report_message', { message, token }, ANON);
    expect(await notices('admin')).toEqual(['conversation_reported']);
  });

  test('shows in the list of whoever reports, and of nobody else', async () => {
    const client = caller('client');
    const { lead } = await ask(client);
    await write(lead, 'Something rude', ARTIST2);
    const { id: reply } = await write(lead, 'No.', client);
    await write(lead, 'Something ruder', ARTIST2);
    const summary = async (who: Caller) =>
      (await rpc<{ artist_id: string }[]>('conversation_summaries', { leads: [lead] }, who)).filter(
        ({ artist_id }) => artist_id === A2,
      );
    const seen = { lead_id: lead, artist_id: A2, state: 'talking', unread: 0, reported: false };
    expect(await summary(client)).toMatchObject([{ ...seen, answered: true, unread: 1 }]);
    expect(await summary(ARTIST2)).toMatchObject([seen]);
    await rpc('report_message', { message: reply, reason: 'Unkind' }, ARTIST2);
    expect(await summary(client)).toMatchObject([{ ...seen, answered: true, unread: 1 }]);
    expect(await summary(ARTIST2)).toMatchObject([{ ...seen, reported: true }]);
    const rows = await call(db, ARTIST2, 'select id from public.lead_messages where lead_id = $1', [
      lead,
    ]);
    expect(rows).toEqual([]);
  });

  test('lets admins read, who need a reason otherwise; each reading is kept', async () => {
    const { lead, token } = await ask();
    const { id: message } = await write(lead, 'Something rude', ARTIST2);
    const admin = caller('admin');
    const args = { lead, artist: A2 };
    expect(await codeOfCall('admin_read_conversation', args, admin)).toBe('not_allowed');
    await rpc('admin_read_conversation', { ...args, reason: 'The client asked us to help' }, admin);
    await rpc('report_message', { message, reason: 'Rude', token }, ANON);
    const read = await rpc<{ messages: Message[] }>('admin_read_conversation', args, admin);
    expect(read).toMatchObject({
      reports: [{ side: 'client', message_id: message, reason: 'Rude' }],
      messages: [{ body: 'Something rude' }],
    });
    await rpc('admin_dismiss_reports', args, admin);
    expect(await thread(lead, ANON, { token })).toMatchObject({ reported: false, open: true });
    const log = await db.sql(
      `select actor, detail from private.audit_log where subject = $1 and action = 'conversation.read' order by id`,
      [lead],
    );
    expect(log).toEqual([
      { actor: id('admin'), detail: { artist: A2, reason: 'The client asked us to help' } },
      { actor: id('admin'), detail: { artist: A2, reported_by: 'client' } },
    ]);
  });
});

describe('a choice', () => {
  test('passes the others, who are told, and shows both sides each other', async () => {
    const { lead, token } = await ask();
    await offer(lead, ARTIST1);
    const { id: proposal } = await offer(lead, ARTIST2, 1200);
    expect((await track(token)).matches.length).toBeGreaterThan(0);
    const page = await rpc<Record<string, unknown[]>>('accept_proposal', { proposal, token }, ANON);
    expect(await states(lead)).toEqual(['A1 passed in_review', 'A2 accepted in_review']);
    expect(page.matches).toEqual([]);
    expect(page.artists).toMatchObject([
      { contact: null },
      { contact: { email: 'A2@example.com', phone: '1' } },
    ]);
    expect(await notices('artist')).toContain('lead_passed');
    expect(await notices('artist2')).toContain('lead_accepted');
    const kinds = (await leased()).map(({ kind, address }) => `${kind} ${address}`);
    expect(kinds).toEqual(
      expect.arrayContaining([
        'lead_passed artist@example.com',
        'lead_accepted artist2@example.com',
      ]),
    );
    // The answer was lost: the same again.
    await rpc('accept_proposal', { proposal, token }, ANON);
    expect(await notices('artist2')).toEqual(['lead_accepted']);
  });

  test('is made once when two are pressed at the same instant', {
    tags: 'effort',
    timeout: 120_000 + effort(3_000),
  }, async () => {
    for (let n = 0; n < effort(5); n++) {
      const { lead, token } = await ask();
      const proposals = [await offer(lead, ARTIST1), await offer(lead, ARTIST2)];
      const answers = await Promise.all(
        proposals.map(({ id: proposal }) =>
          rpc('accept_proposal', { proposal, token }, ANON).then(
            () => 'won',
            async (error) => (await refusal(Promise.reject(error))).code,
          ),
        ),
      );
      expect(answers.sort()).toEqual(['proposal_taken', 'won']);
      const [found] = await db.sql<{ states: string[]; accepted: number }>(
        `select array_agg(s.state order by s.state) as states,
           (select count(*)::int from public.proposals p where p.lead_id = $1 and p.state = 'accepted') as accepted
         from public.lead_assignments s where s.lead_id = $1`,
        [lead],
      );
      expect(found).toEqual({ states: ['accepted', 'passed'], accepted: 1 });
    }
  });

  test('is not made of what has run out, was changed, or was taken back', async () => {
    const { lead, token } = await ask();
    const first = await offer(lead, ARTIST2);
    const second = await offer(lead, ARTIST2, 1100);
    const accept = (proposal: string) => codeOfCall('accept_proposal', { proposal, token }, ANON);
    expect(await accept(first.id)).toBe('proposal_changed');
    await later(24 * 4);
    expect(await accept(second.id)).toBe('proposal_expired');
    await later(0);
    await rpc('withdraw_proposal', { proposal: second.id }, ARTIST2);
    expect(await accept(second.id)).toBe('proposal_changed');
    expect(await states(lead)).toEqual(['A1 sent new', 'A2 talking in_review']);
    await rpc('close_request', { token }, ANON);
    expect(await accept(second.id)).toBe('request_withdrawn');
  });
});

describe('the end', () => {
  test('comes by a refusal, which offers the next in the same breath', async () => {
    const { lead, token } = await ask();
    await rpc('decline_lead', { lead, reason: 'Fully booked until May' }, ARTIST2);
    const [mail] = await leased('request_declined');
    expect(mail?.data).toMatchObject({
      reason: 'Fully booked until May',
      link: LINK,
      matches: [{ id: id('A3') }],
    });
    expect((await thread(lead, ANON, { token })).events.at(-1)).toMatchObject({
      event: 'decline',
      actor: 'artist',
      reason: 'Fully booked until May',
    });
    expect(await codeOfCall('decline_lead', { lead, reason: ' ' }, ARTIST1)).toBe(
      'reason_required',
    );
  });

  test('comes by a refusal of the last who was offered, and then whoever fits besides is', async () => {
    const { lead, token } = await ask();
    await give(db, lead, id('A3'));
    const next = await db.sql<{ id: string }>(
      `insert into public.artists (name, slug, city, state, featured, public_visible)
       select 'Next ' || n, 'next-' || n, case when n = 4 then 'El Paso' else 'san ANTONIO' end, 'TX', n = 2, n <> 3
       from generate_series(1, 6) n returning id`,
    );
    const [one, two, , , five] = next.map((row) => row.id);
    const matches = async () => (await track(token)).matches.map((match) => match.id);
    expect(await matches()).toEqual([]);
    await rpc('decline_lead', { lead, reason: 'Fully booked' }, ARTIST2);
    const offered = await matches();
    expect(offered).toHaveLength(3);
    expect(offered[0]).toBe(two);
    const [mail] = await leased('request_declined');
    expect(mail?.data).toMatchObject({ matches: offered.map((match) => ({ id: match })) });
    // Who is still there to be asked is not added to.
    await rpc('decline_lead', { lead, reason: 'Fully booked' }, ARTIST1);
    expect(await matches()).toEqual(offered);
    for (const artist of offered) await rpc('add_request_artist', { token, artist }, ANON);
    expect(await matches()).toEqual([]);
    await later(24 * 7);
    await leased();
    // Of the four who fit, one is left; whoever is elsewhere or hidden is none.
    const left = [one, five, next[5]?.id].filter((other) => !offered.includes(other as string));
    expect(await matches()).toEqual(left);
    await db.sql('delete from public.artists where id = any ($1::uuid[])', [
      next.map((row) => row.id),
    ]);
  });

  test('comes after seven days of silence, aloud, and not for who has answered', async () => {
    const { lead } = await ask(caller('client'));
    await write(lead, 'I am still there', caller('client'));
    await rpc('set_lead_status', { lead, status: 'in_review' }, ARTIST1);
    await later(7 * 24 - 1);
    await leased();
    expect(await states(lead)).toEqual(['A1 talking in_review', 'A2 talking in_review']);
    await later(7 * 24 + 1);
    await leased();
    expect(await states(lead)).toEqual(['A1 talking in_review', 'A2 expired in_review']);
    expect(await notices('client')).toContain('request_expired');
    expect(await notices('artist2')).toContain('lead_expired');
    // Better late than never.
    await write(lead, 'Sorry, here I am', ARTIST2);
    expect(await states(lead)).toContain('A2 talking in_review');
  });

  test('is a painted wall, which the other side confirms or does not', async () => {
    const { lead, token } = await ask();
    const { id: proposal } = await offer(lead, ARTIST2);
    await rpc('accept_proposal', { proposal, token }, ANON);
    const artist = async () => (await track(token)).artists.find((one) => one.id === A2);
    await rpc('complete_request', { lead, artist: A2 }, ARTIST2);
    expect(await artist()).toMatchObject({
      state: 'completed',
      completed_by: 'artist',
      confirmed: false,
    });
    await rpc('dispute_completion', { lead, artist: A2, token }, ANON);
    expect(await artist()).toMatchObject({ state: 'accepted', completed_by: null });
    expect(await notices('artist2')).toContain('lead_disputed');
    await rpc('complete_request', { lead, artist: A2, token }, ANON);
    expect(await notices('artist2')).toContain('lead_completed');
    await later(15 * 24);
    expect(await artist()).toMatchObject({ confirmed: true });
    expect(await codeOfCall('dispute_completion', { lead, artist: A2 }, ARTIST2)).toBe(
      'move_refused',
    );
    await later(0);
    await rpc('complete_request', { lead, artist: A2 }, ARTIST2);
    expect(await artist()).toMatchObject({ state: 'completed', confirmed: true });
    // The one that waits says it once.
    expect(await toldOf(lead)).toEqual(['request_completed', 'lead_disputed', 'lead_completed']);

    const again = await ask();
    const done = { lead: again.lead, artist: A2 };
    await write(again.lead, 'On my way', ARTIST2);
    await rpc('complete_request', done, ARTIST2);
    await rpc('dispute_completion', { ...done, token: again.token }, ANON);
    await rpc('complete_request', done, ARTIST2);
    await rpc('complete_request', { ...done, token: again.token }, ANON);
    await rpc('complete_request', { ...done, token: again.token }, ANON);
    expect(await toldOf(again.lead)).toEqual(['request_completed', 'lead_disputed', 'lead_agreed']);
    const { events } = await thread(again.lead, ARTIST2);
    expect(events.map(({ actor, event, state }) => `${actor} ${event} ${state}`)).toEqual([
      'artist write talking',
      'artist complete completed',
      'client dispute talking',
      'artist complete completed',
      'client complete completed',
    ]);
    expect(await codeOfCall('dispute_completion', { lead, artist: A2 }, ARTIST2)).toBe(
      'move_refused',
    );
  });

  test('is a painted wall, which whoever said so takes back until the other agrees', async () => {
    const { lead, token } = await ask();
    const mine = { lead, artist: A2 };
    await write(lead, 'On my way', ARTIST2);
    await rpc('complete_request', mine, ARTIST2);
    expect(await codeOfCall('undo_completion', { ...mine, token }, ANON)).toBe('move_refused');
    await rpc('undo_completion', mine, ARTIST2);
    expect(await states(lead)).toContain('A2 talking in_review');
    // Nobody is asked to confirm what was taken back in time.
    expect(await toldOf(lead)).toEqual([]);
    await rpc('complete_request', mine, ARTIST2);
    expect(await toldOf(lead)).toEqual(['request_completed']);
    await db.sql(`update private.mails set state = 'sent' where lead_id = $1`, [lead]);
    await rpc('undo_completion', mine, ARTIST2);
    // What has left is not called back; the next time is news again.
    await rpc('complete_request', mine, ARTIST2);
    expect(await toldOf(lead)).toEqual(['request_completed', 'request_completed']);
    await rpc('complete_request', { ...mine, token }, ANON);
    expect(await codeOfCall('undo_completion', mine, ARTIST2)).toBe('move_refused');

    const other = await ask();
    const { id: proposal } = await offer(other.lead, ARTIST2);
    await rpc('accept_proposal', { proposal, token: other.token }, ANON);
    const theirs = { lead: other.lead, artist: A2, token: other.token };
    await rpc('complete_request', theirs, ANON);
    await rpc('undo_completion', theirs, ANON);
    expect(await states(other.lead)).toContain('A2 accepted in_review');
    expect(await notices('artist2')).not.toContain('lead_completed');
    await rpc('complete_request', theirs, ANON);
    await later(15 * 24);
    expect(await codeOfCall('undo_completion', theirs, ANON)).toBe('move_refused');
    await later(0);
  });

  test('of a proposal leaves both talking, and tells its artist once', async () => {
    const { lead, token } = await ask();
    const { id: proposal } = await offer(lead, ARTIST2);
    expect(await codeOfCall('decline_proposal', { proposal }, ARTIST2)).toBe('not_allowed');
    await rpc('decline_proposal', { proposal, token }, ANON);
    const again = await rpc<Record<string, unknown[]>>(
      'decline_proposal',
      { proposal, token },
      ANON,
    );
    expect(again.proposals).toEqual([]);
    expect(await states(lead)).toContain('A2 talking in_review');
    expect(await notices('artist2')).toContain('lead_proposal_declined');
    expect(await codeOfCall('accept_proposal', { proposal, token }, ANON)).toBe('proposal_changed');
    const { id: second } = await offer(lead, ARTIST2);
    await rpc('accept_proposal', { proposal: second, token }, ANON);
    expect(await codeOfCall('decline_proposal', { proposal: second, token }, ANON)).toBe(
      'proposal_changed',
    );
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { call, refusal } from '../support/actors.ts';
import { type Actor, caller, id, worldOfFile } from '../support/world.ts';

/** Tables that are about people, and the part of an export that has their rows. */
const PARTS: Record<string, string> = {
  'private.artist_views': 'views',
  'private.audit_log': 'log',
  'private.finished_walls': 'finished_walls',
  'private.mails': 'mails',
  'private.newsletter_subscribers': 'newsletter',
  'private.page_claims': 'page_claims',
  'private.papers': 'papers',
  'private.picture_reports': 'picture_reports',
  'private.publish_requests': 'publishing',
  'private.request_links': 'request_links',
  'private.deleted_murals': 'deleted_murals',
  'private.conversation_reports': 'reports',
  'public.artist_contacts': 'profile_contact',
  'public.artists': 'profile',
  'public.lead_assignments': 'leads',
  'public.lead_contacts': 'requests',
  'public.request_details': 'request_details',
  'public.agreement_terms': 'agreement_terms',
  'private.agreements': 'agreements',
  'private.payment_notes': 'payment_notes',
  'public.site_facts': 'site_facts',
  'private.sealed_jobs': 'sealed_jobs',
  'private.sketches': 'sketches',
  'private.sketch_events': 'sketch_events',
  'public.assignment_events': 'assignment_events',
  'public.lead_messages': 'messages',
  'public.lead_records': 'requests',
  'public.murals': 'murals',
  'public.notice_preferences': 'notice_preferences',
  'public.notices': 'notices',
  'public.proposals': 'proposals',
  'public.reviews': 'reviews',
  'public.user_roles': 'roles',
};

/** Tables that refer to people and are in no export, and columns of those that are. */
const LEFT_OUT: Record<string, string> = {
  'private.mails.first_tried_at': 'When our mail server first took it up.',
  'private.address_changes':
    'Of requests without an account alone, whose page says it; an account that adds one ends it.',
  'private.moves': 'What may follow what; its actors are sides, not people.',
  'private.sealed_jobs.lead_id': 'A number of ours; the reference names the request.',
  'private.sealed_jobs.artist_id': 'A number of ours; the name is in it.',
  'private.sealed_jobs.body': 'Its fields are in it.',
  'private.sealed_jobs.for_client': 'Who keeps it: the reader.',
  'private.sealed_jobs.artist_user': 'Who keeps it: the reader.',
  'private.sealed_jobs.last_act_at': 'Four years before it expires.',
  'private.sketch_events.id': 'A number of ours.',
  'private.payment_notes.idempotency_key': 'What keeps a note from being stored twice.',
  'private.fact_schedule': 'When an artist is counted next; what is counted is in the profile.',
  'private.imported_photos':
    'What is fetched for a page before it has an owner; gone with the claim.',
  'private.imported_addresses': 'A hash that keeps an import from making a page twice.',
  'private.claim_links': 'Hashes of what a mail hands a page over by; spent once it has an owner.',
  'private.papers.artist_id': 'The person.',
  'private.page_claims.user_id': 'The person.',
  'private.picture_reports.idempotency_key': 'What keeps a report from being stored twice.',
  'private.request_intake':
    'Hashes of a form that make it safe to repeat; the form itself is the request.',
  'private.request_notes':
    'What admins note about a request, for each other alone; /privacy says so, and it is erased with the request.',
  'private.request_offers':
    'Which public artists a request could still be sent to: its page offers them.',
  'private.request_reasons':
    'What looks like a robot is not told so; of a double, its page says which one goes on.',
  'private.match_profiles': 'Made of the profile and the number of requests, for comparing.',
  'private.review_checks':
    'Hashes by which admins tell senders and networks apart; the request is with the review, and a dispute has a part of its own.',
  'private.request_senders':
    'Hashes of the address and the network of a request, and whether the address is proven; the request has the address.',
  'private.reminders': 'When a mail about a lead is due; it goes with that time.',
  'private.deleted_murals.lead_id': 'Which request, whose part says so.',
  'private.deleted_murals.client_pictures': "Which of its pictures are not the artist's to show.",
  'public.assignment_events.id': 'A number of ours.',
  'public.lead_messages.position': 'The order of messages; their times say it.',
  'public.reviews.counted_at': 'Since when it counts; its page shows whether it does.',
  'public.reviews.public_visible': 'Whether it is hidden, which hidden_at says.',
  'private.unsubscribe_links':
    'Hashes of what ends mails; what was chosen is among the preferences.',
  'private.artist_views.artist_id': 'The person.',
  'private.finished_walls.idempotency_key': 'What keeps a page from being made twice.',
  'private.audit_log.id': 'A number of ours.',
  'private.audit_log.actor': 'Whether it was the person; otherwise it is somebody else.',
  'private.mails.id': 'A number of ours.',
  'private.mails.event': 'What keeps a mail from being written twice.',
  'private.mails.user_id': 'The person.',
  'private.mails.recipient': 'The person, or the address.',
  'private.mails.artist_id': 'Which artist a mail is about; the request says it.',
  'private.mails.payload': 'Which rows a mail is about.',
  'private.mails.message_id': 'What makes a mail recognisable that came twice.',
  'private.mails.attempts': 'How the worker goes on.',
  'private.mails.next_attempt_at': 'How the worker goes on.',
  'private.mails.leased_until': 'How the worker goes on.',
  'private.mails.lead_id': 'Is called request there.',
  'private.mails.settled_at': 'Whether an admin still looks at it.',
  'private.newsletter_subscribers.nonce': 'What a token was derived from.',
  'private.newsletter_subscribers.token_hash': 'What ends the newsletter, as a hash.',
  'private.request_links.token_hash': 'What opens a request, as a hash.',
  'private.request_links.nonce': 'What a token was derived from.',
  'private.request_links.via': 'Whether a link was in an email.',
  'private.request_links.address_hash': 'A hash of the address, which the request says.',
  'private.request_links.lead_id': 'Is called request there.',
  'public.lead_assignments.lead_id': 'Is called id there: a lead of an artist.',
  'public.lead_assignments.artist_id': 'The person.',
  'public.lead_assignments.created_at': 'Is called assigned_at there.',
  'public.lead_contacts.lead_id': 'Is called id there.',
  'public.lead_records.created_by_user': 'The person.',
  'public.notice_preferences.user_id': 'The person.',
  'public.notices.user_id': 'The person.',
  'public.notices.event': 'What keeps a notice from being written twice.',
  'public.lead_records.held': 'What looks like a robot is not told so.',
};

const db = await worldOfFile();
beforeAll(async () => {
  await db.sql(`insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)`, [
    id('artist2'),
  ]);
  await db.sql(`insert into public.notice_preferences (user_id) values ($1)`, [id('client')]);
  await db.sql(`insert into public.agreement_terms (artist_id, terms) values ($1, '{}')`, [
    id('A2'),
  ]);
  await db.sql(
    `insert into private.sealed_jobs (lead_id, artist_id, cause, reference, body, for_client, artist_user, sealed_at, last_act_at)
       values ($1, $2, 'request_erased', 'X', '{}', false, $3, now(), now())`,
    [id('L4'), id('A2'), id('artist2')],
  );
  await db.sql('update private.deleted_murals set artist_id = $1', [id('A2')]);
  await db.sql('update auth.users set confirmation_sent_at = now() where id = $1', [id('client')]);
  await db.sql(
    `insert into private.newsletter_subscribers (email, confirmed_at)
     select email, now() from auth.users where id = $1`,
    [id('client')],
  );
  await db.sql(
    `insert into storage.objects (bucket_id, name) values ('portfolio-images', $1), ('portfolio-images', $2)`,
    [`${id('artist2')}/a.jpg`, `${id('artist')}/a.jpg`],
  );
  await db.sql(
    `insert into private.papers (id, artist_id, path, insurer, amount, ends_on) values ($1, $2, 'a.pdf', 'Acme', 5, current_date)`,
    [id('PP'), id('A2')],
  );
  for (const person of ['client', 'artist2'])
    await db.sql(
      `insert into private.audit_log (actor, action, subject) values ($1, 'lead.status', $2)`,
      [id(person), id('L1')],
    );
  await db.sql(`insert into private.publish_requests (kind, requested_by) values ('rebuild', $1)`, [
    id('admin'),
  ]);
  await db.sql(
    'insert into private.finished_walls (lead_id, artist_id, consent) values ($1, $2, true)',
    [id('L1'), id('A2')],
  );
  await db.sql('insert into private.page_claims (artist_id, user_id, note) values ($1, $2, $3)', [
    id('A4'),
    id('artist2'),
    'My walls',
  ]);
  await db.sql(
    `update private.picture_reports r set email = u.email from auth.users u where u.id = $1`,
    [id('client')],
  );
  await db.sql(`select private.mail_link($1, 'who@example.com', 'x')`, [id('L1')]);
  await db.sql(
    `insert into private.conversation_reports (lead_id, artist_id, side, message_id) values ($1, $2, 'artist', $3)`,
    [id('L1'), id('A2'), id('X1')],
  );
  await db.sql(
    `with made as (insert into private.sketches (lead_id, artist_id) values ($1, $2) returning *)
     insert into private.sketch_events (lead_id, artist_id, actor, event, version, hash)
     select lead_id, artist_id, 'client', 'approve', 1, repeat('0', 64) from made`,
    [id('L1'), id('A2')],
  );
  for (const label of ['L1', 'L3'])
    await db.sql(`select private.request_token($1), private.confirm_request($1)`, [id(label)]);
});

type Row = Record<string, unknown>;
async function exported(who: Actor): Promise<Record<string, Row[]>> {
  const [row] = await call<{ data: Record<string, Row[]> }>(
    db,
    caller(who),
    'select public.export_my_data() as data',
  );
  return row?.data ?? {};
}

describe('an export', () => {
  test('knows every table that refers to a person, or why it is left out', async () => {
    const tables = await db.sql<{ name: string }>(
      `select distinct n.nspname || '.' || c.relname as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'private')
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and a.attnum = any (f.conkey)
       where c.relkind = 'r' and (
         f.confrelid in ('auth.users'::regclass, 'public.artists'::regclass, 'public.lead_records'::regclass, 'public.lead_assignments'::regclass)
         or a.attname ~ '(^|_)(user|user_id|actor|email|address|phone|recipient|requested_by)$')
       order by 1`,
    );
    const known = [...Object.keys(PARTS), ...Object.keys(LEFT_OUT)].filter(
      (name) => name.split('.').length === 2,
    );
    expect(tables.map(({ name }) => name)).toEqual(known.sort());
    const parts = await db.sql<{ part: string }>('select part from private.export_parts');
    expect(parts.map(({ part }) => part)).toEqual(
      expect.arrayContaining([...Object.values(PARTS), 'account', 'sessions', 'files']),
    );
  });

  test('has every column of those tables, or says why not', async () => {
    const all = await Promise.all((['client', 'artist2', 'admin'] as const).map(exported));
    for (const [table, part] of Object.entries(PARTS)) {
      const row = all.flatMap((data) => data[part] ?? [])[0];
      expect(row, `${part} holds something`).toBeDefined();
      const columns = await db.sql<{ name: string }>(
        `select a.attname as name from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
        [table],
      );
      const missing = columns
        .map(({ name }) => name)
        .filter((name) => !(name in (row ?? {})) && !LEFT_OUT[`${table}.${name}`]);
      expect(missing, table).toEqual([]);
    }
  });

  test('of a client has their requests as the pages of these show them, and no token', async () => {
    const data = await exported('client');
    expect(data.account).toMatchObject([
      { id: id('client'), email: 'client@example.com', metadata: { name: 'The client' } },
    ]);
    expect(data.roles).toMatchObject([{ role: 'client' }]);
    expect(data.requests).toHaveLength(2);
    const request = data.requests?.find((row) => row.id === id('L1'));
    expect(request).toMatchObject({
      name: 'Person L1',
      email: 'who@example.com',
      project_description: 'A wall to paint',
      withdrawn_at: null,
    });
    expect(request?.artists).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'A2', state: 'proposed' })]),
    );
    expect(data.mails?.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['request_assigned', 'request_confirmed', 'request_link']),
    );
    expect(new Set(data.mails?.map(({ address }) => address))).toEqual(
      new Set(['who@example.com']),
    );
    expect(data.request_links?.length).toBeGreaterThan(0);
    expect(JSON.stringify(data)).not.toMatch(/#|token|nonce|honeypot/);
    expect(data.leads).toEqual([]);
  });

  test('of an artist has leads as the dashboard shows them: nobody while a lead is new', async () => {
    const { leads, profile, profile_contact, files, murals, sessions } = await exported('artist2');
    expect(profile).toMatchObject([{ id: id('A2'), name: 'A2' }]);
    expect(profile_contact).toMatchObject([{ email: 'A2@example.com', phone: '1' }]);
    expect(murals).toHaveLength(3);
    expect(sessions).toHaveLength(1);
    expect(files).toMatchObject([{ path: `${id('artist2')}/a.jpg` }]);
    expect(leads).toMatchObject([{ status: 'in_review', name: 'Person L1' }]);
    const { leads: masked } = await exported('artist');
    expect(masked?.find((row) => row.id === id('L1'))).toMatchObject({
      status: 'new',
      name: '***',
      email: null,
    });
  });

  test('is for whoever has an account', async () => {
    const gone = { role: 'authenticated', userId: id('nobody') } as const;
    const refused = await refusal(call(db, gone, 'select public.export_my_data()'));
    expect(refused.code).toBe('not_allowed');
  });
});

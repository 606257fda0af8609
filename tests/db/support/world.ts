import { createHash } from 'node:crypto';
import type { Queryable } from '#embedded/index.ts';
import { backendOfFile, type TestBackend } from '#tests/support/backend.ts';
import type { Caller } from './actors.ts';

/** The same id for the same label, every time. */
export function id(label: string): string {
  const hex = createHash('md5').update(label).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

const PEOPLE = ['client', 'client2', 'artist', 'artist2', 'newcomer', 'admin'] as const;
export const ACTORS = ['anon', ...PEOPLE, 'service'] as const;
export type Actor = (typeof ACTORS)[number];

export function caller(actor: Actor): Caller {
  if (actor === 'anon') return { role: 'anon' };
  if (actor === 'service') return { role: 'service_role' };
  return { role: 'authenticated', userId: id(actor) };
}

export const ORIGIN = 'http://127.0.0.1:4321';
export const upload = (bucket: string, owner: string, file: string) =>
  `${ORIGIN}/storage/v1/object/public/${bucket}/${id(owner)}/${file}`;
/** Where a picture of one of the messages about L1 is. */
export const pictureOf = (message: string, n: number) =>
  `${id('L1')}/${id('A2')}/${createHash('sha256').update(id(message)).digest('hex')}/${n}.webp`;
export const CLAIM = 'c'.repeat(43);
/** The claims of the forms that L1, L3 and L4 came with. */
const CLAIMS: Record<string, string> = { L1: 'd'.repeat(43), L3: 'e'.repeat(43), L4: CLAIM };
/** Where a photo of the wall of a lead is. */
export const photoOf = (lead: string, name: number | string, claim = CLAIMS[lead] ?? '') =>
  `${id(lead)}/${createHash('sha256').update(claim).digest('hex')}/${name}.webp`;
/** The token that opens L4, and confirms a subscription. */
export const TOKEN = 't'.repeat(43);
/** The token that opens L1. */
export const TOKEN_L1 = 'v'.repeat(43);
/** The token that hands over A4. */
export const TOKEN_PAGE = 'p'.repeat(43);
/** The token that ends mails about leads to `artist`. */
export const UNSUBSCRIBE = 'u'.repeat(43);
/** The id of a mail that has been sent. */
export const MAIL_SENT = 1_000_001;
/** The first of the rules that every database begins with. */
export const SA1 = '00000000-0000-4000-8000-0000000c1001';
/** Where the certificate of A1 is. */
export const PAPER = `${id('A1')}/${id('PP')}.pdf`;

/**
 * One of everything that access depends on:
 * artists A1 (of `artist`, private), A2 (of `artist2`, public), A3 (no account, public), A4 (no account, private, imported and unclaimed: `newcomer` says that it is theirs);
 * `newcomer` is an artist without a profile yet;
 * leads L1 (by client; A1 new, A2 in review), L2 (by client2; A1 completed), L3 (by client, held), L4 (anonymous,
 * offered to A2 and A3, opened by a link), L5 (anonymous, held, and yet assigned to A1 in review);
 * what L1, L2, L3 and L5 say of their walls, all of which should be like M1 and M2;
 * messages X1 (of `client`, with 2 pictures) and X2 (of A2, with 1) in their conversation about L1, X3 (of A1) in that
 * about L2, and proposal P1 of A2 for L1, with an agreement that has ended and one part of its price;
 * murals M1 (public) and M2 (a draft) of A2, which were at R1 and R2 before, and M3 of A2, which an admin has hidden;
 * M4, which A1 has removed;
 * PR, what somebody said of the picture of M1;
 * a view of M1 that counts for A2, and one of M2 for A1;
 * a mail that has been sent; an address that has not confirmed the newsletter; what `artist` chose about notices, and a link that ends mails to them.
 */
export async function createWorld(db: Queryable): Promise<void> {
  for (const person of PEOPLE) {
    const role = person.startsWith('artist') || person === 'newcomer' ? 'artist' : 'client';
    await db.sql(
      `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values ($1, $2, now(), $3)`,
      [id(person), `${person}@example.com`, { role, name: `The ${person}` }],
    );
  }
  await db.sql(`update public.user_roles set role = 'admin' where user_id = $1`, [id('admin')]);
  await db.sql(
    `insert into private.settings (key, value) values ('media_origin', $1)
     on conflict (key) do update set value = excluded.value`,
    [ORIGIN],
  );
  await artists(db);
  await claims(db);
  await db.sql(
    `insert into public.murals (id, slug, title, public_visible, artist_id, image_url)
     values ($1, 'm1', 'M1', true, $3, $4), ($2, 'm2', 'M2', false, $3, null)`,
    [id('M1'), id('M2'), id('A2'), upload('portfolio-images', 'artist2', 'm1.jpg')],
  );
  await db.sql(
    `insert into private.picture_reports (id, picture, page, artist_id, mural_id, reason, email, idempotency_key)
     values ($1, $2, '/mural/m1', $3, $4, 'not_theirs', 'who@example.com', $1)`,
    [id('PR'), upload('portfolio-images', 'artist2', 'm1.jpg'), id('A2'), id('M1')],
  );
  await db.sql(
    `insert into public.murals (id, slug, title, artist_id, hidden_at, hidden_reason) values ($1, 'm3', 'M3', $2, now(), 'Not a wall')`,
    [id('M3'), id('A2')],
  );
  await db.sql(
    `insert into private.deleted_murals (mural_id, artist_id, content)
     select $1, $2, to_jsonb(m) || jsonb_build_object('id', $1::uuid, 'slug', 'm4', 'title', 'M4', 'artist_id', $2::uuid)
     from public.murals m where m.id = $3`,
    [id('M4'), id('A1'), id('M2')],
  );
  await db.sql(
    `insert into public.mural_redirects (id, slug, mural_id) values ($1, 'r1', $3), ($2, 'r2', $4)`,
    [id('R1'), id('R2'), id('M1'), id('M2')],
  );
  await db.sql(
    `insert into public.cities (id, city_name, state) values ($1, 'San Antonio', 'TX')`,
    [id('C1')],
  );
  await leads(db);
  await threads(db);
  await db.sql(
    `insert into private.mails (id, kind, event, address, state, sent_at) overriding system value
     values ($1, 'request_confirmed', 'request_confirmed:sent', 'who@example.com', 'sent', now())`,
    [MAIL_SENT],
  );
  await db.sql(
    `insert into private.newsletter_subscribers (email, token_hash) values ('reader@example.com', private.token_hash($1))`,
    [TOKEN],
  );
  await db.sql(
    `insert into private.artist_views (artist_id, day, views) values ($1, current_date, 1), ($2, current_date, 2)`,
    [id('A1'), id('A2')],
  );
  await db.sql('insert into public.notice_preferences (user_id) values ($1)', [id('artist')]);
  await db.sql(
    `insert into private.unsubscribe_links (token_hash, user_id, topic) values (private.token_hash($1), $2, 'leads')`,
    [UNSUBSCRIBE, id('artist')],
  );
}

/** The world in the one backend of a file of tests, with settings of its own. */
export async function worldOfFile(settings: Record<string, string> = {}): Promise<TestBackend> {
  const db = await backendOfFile();
  await createWorld(db);
  for (const setting of Object.entries(settings))
    await db.sql('insert into private.settings (key, value) values ($1, $2)', setting);
  return db;
}

async function threads(db: Queryable): Promise<void> {
  for (const [label, lead, artist, sender, pictures] of [
    ['X1', 'L1', 'A2', 'client', 2],
    ['X2', 'L1', 'A2', 'artist', 1],
    ['X3', 'L2', 'A1', 'artist', 0],
  ] as const)
    await db.sql(
      `with made as (
         insert into public.lead_messages (id, lead_id, artist_id, sender, body, pictures) values ($1, $2, $3, $4, $5, $6))
       insert into private.message_keys (message_id, lead_id, artist_id, sender, idempotency_key) values ($1, $2, $3, $4, $1)`,
      [id(label), id(lead), id(artist), sender, `Message ${label}`, pictures],
    );
  for (const statement of [
    `insert into public.assignment_events (lead_id, artist_id, actor, event, state) values ($1, $2, 'artist', 'propose', 'proposed')`,
    `insert into public.proposals (id, lead_id, artist_id, low, high, starts_on, days, valid_until)
       values ('${id('P1')}', $1, $2, 1000, 2000, current_date + 30, 5, current_date + 14)`,
    `update public.lead_assignments set state = 'proposed' where lead_id = $1 and artist_id = $2`,
    `insert into private.agreements (lead_id, artist_id, state, version, ended_by) values ($1, $2, 'ended', 1, 'artist')`,
    `insert into private.agreement_versions (lead_id, artist_id, version, body, hash, idempotency_key)
       values ($1, $2, 1, '{}', encode(sha256('{}'), 'hex'), gen_random_uuid())`,
    `with part as (
       insert into private.payment_parts (lead_id, artist_id, position, label, amount, due)
         values ($1, $2, 1, 'Deposit', 500, 'halfway') returning *)
     insert into private.payment_notes (lead_id, artist_id, part_id, actor, event, created_at, idempotency_key)
       select lead_id, artist_id, id, 'artist', 'ask', now(), gen_random_uuid() from part`,
  ])
    await db.sql(statement, [id('L1'), id('A2')]);
  for (const [label, lead, artist, hidden] of [
    ['V1', 'L1', 'A2', null],
    ['V2', null, 'A2', 'It names a third person.'],
    ['V3', null, 'A1', null],
  ] as const)
    await db.sql(
      `with made as (
         insert into public.reviews (id, artist_id, rating, body, author_name, hidden_at, hidden_reason)
         values ($1, $3, 4, 'Exactly what we hoped for.', 'Ana', case when $4::text is not null then now() end, $4))
       insert into private.review_checks (review_id, lead_id, artist_id) select $1::uuid, $2::uuid, $3::uuid where $2::uuid is not null`,
      [id(label), lead && id(lead), id(artist), hidden],
    );
  await db.sql(`insert into public.agreement_terms (artist_id, terms) values ($1, '{}')`, [
    id('A1'),
  ]);
  await db.sql(
    `insert into private.request_links (token_hash, lead_id, nonce) values (private.token_hash($1), $2, $3)`,
    [TOKEN_L1, id('L1'), id('N1')],
  );
}

async function artists(db: Queryable): Promise<void> {
  const rows: [string, string | null, boolean][] = [
    ['A1', 'artist', false],
    ['A2', 'artist2', true],
    ['A3', null, true],
    ['A4', null, false],
  ];
  for (const [label, owner, visible] of rows) {
    await db.sql(
      `insert into public.artists (id, user_id, name, slug, city, state, styles, public_visible, average_rating)
       values ($1, $2, $3, $4, 'San Antonio', 'TX', '{abstract}', $5, $6)`,
      [
        id(label),
        owner && id(owner),
        label,
        label.toLowerCase(),
        visible,
        label === 'A2' ? 4.5 : 0,
      ],
    );
    await db.sql(
      `insert into public.artist_contacts (artist_id, email, phone) values ($1, $2, '1')`,
      [id(label), `${label}@example.com`],
    );
  }
}

async function claims(db: Queryable): Promise<void> {
  await db.sql('update public.artists set unclaimed = true where id = $1', [id('A4')]);
  await db.sql(
    `insert into private.claim_links (artist_id, token_hash, nonce, address_hash, expires_at)
     values ($1, private.token_hash($2), $3, private.address_hash('A4@example.com'), now() + interval '1 day')`,
    [id('A4'), TOKEN_PAGE, id('N2')],
  );
  await db.sql('insert into private.page_claims (id, artist_id, user_id) values ($1, $2, $3)', [
    id('PC'),
    id('A4'),
    id('newcomer'),
  ]);
}

async function leads(db: Queryable): Promise<void> {
  const rows: [string, string | null, boolean][] = [
    ['L1', 'client', false],
    ['L2', 'client2', false],
    ['L3', 'client', true],
    ['L4', null, false],
    ['L5', null, true],
  ];
  for (const [label, owner, held] of rows) {
    await db.sql(
      `insert into public.lead_records (id, city, project_description, surface_type, style_preference, budget_range, created_by_user, held)
       values ($1, 'Austin', 'A wall to paint', 'brick', 'abstract', '1k-5k', $2, $3)`,
      [id(label), owner && id(owner), held],
    );
    if (held)
      await db.sql(
        `insert into private.request_reasons (lead_id, held_reason) values ($1, 'honeypot')`,
        [id(label)],
      );
    await db.sql(
      `insert into public.lead_contacts (lead_id, name, email) values ($1, $2, 'who@example.com')`,
      [id(label), `Person ${label}`],
    );
  }
  await db.sql(
    `insert into public.lead_assignments (lead_id, artist_id, status)
     values ($1, $4, 'new'), ($1, $5, 'in_review'), ($2, $4, 'completed'), ($3, $4, 'in_review')`,
    [id('L1'), id('L2'), id('L5'), id('A1'), id('A2')],
  );
  for (const [label, width] of [
    ['L1', 20],
    ['L2', 12],
    ['L3', null],
    ['L5', null],
  ] as const)
    await db.sql(
      `insert into public.request_details (lead_id, width_ft, height_ft, size_source, place, mural_ids)
       values ($1, $2, $2, case when $2::numeric is not null then 'typed' end, 'outside', array[$3, $4]::uuid[])`,
      [id(label), width, id('M1'), id('M2')],
    );
  for (const label of ['L1', 'L2'])
    await db.sql(
      `insert into public.site_facts (lead_id, owner, top_ft) values ($1, 'rented_agreed', 18)`,
      [id(label)],
    );
  await db.sql(`insert into private.request_offers values ($1, $2, 1), ($1, $3, 2)`, [
    id('L4'),
    id('A2'),
    id('A3'),
  ]);
  await db.sql(
    `insert into private.request_intake (idempotency_key, lead_id, payload_hash, claim_hash)
     values ($1, $2, sha256(''), sha256(convert_to($3, 'UTF8')))`,
    [id('K4'), id('L4'), CLAIM],
  );
  // The others were sent before this world began: no mail is about them.
  await db.sql('alter table private.request_intake disable trigger mail_new_request');
  for (const label of ['L1', 'L3'])
    await db.sql(
      `insert into private.request_intake (idempotency_key, lead_id, payload_hash, claim_hash)
       values ($1, $2, sha256(''), sha256(convert_to($3, 'UTF8')))`,
      [id(`K${label}`), id(label), CLAIMS[label]],
    );
  await db.sql('alter table private.request_intake enable trigger mail_new_request');
  // The form was answered with a link; this one is known to the tests.
  await db.sql('select private.request_token($1)', [id('L4')]);
  await db.sql(
    'update private.request_links set token_hash = private.token_hash($1) where lead_id = $2',
    [TOKEN, id('L4')],
  );
}

import { createHash, randomUUID } from 'node:crypto';
import { agreementDraftSchema } from '#features/agreements/agreement.ts';
import { agreementCase } from '#tests/support/cases/agreement-cases.ts';
import { type Caller, callByName, type TestDb } from './actors.ts';
import { ANON, form, select, submit } from './leads.ts';
import { provenToken } from './proof.ts';

/** A job that is led through all its stages by the calls of the API. */
export interface LedJob {
  lead: string;
  token: string;
  claim: string;
  guest: boolean;
  client: Caller;
  clientUser: string | null;
  email: string;
  artist: Caller;
  artistId: string;
  artistUser: string;
  artistEmail: string;
  otherId: string;
  other: Caller;
  hash: string;
  sketch: string;
  review: string;
}

/** An account with a proven address. */
export async function person(db: TestDb, role: string, name = `A ${role}`) {
  const userId = randomUUID();
  const email = `${role}-${userId}@example.com`;
  await db.sql(
    `insert into auth.users (id, email, email_confirmed_at, confirmation_sent_at, raw_user_meta_data)
     values ($1, $2, now(), now(), $3)`,
    [userId, email, { role, name }],
  );
  return { userId, email, who: { role: 'authenticated', userId } as Caller };
}

async function artist(db: TestDb) {
  const { userId, email, who } = await person(db, 'artist', 'Zoraida artist');
  const [row] = await db.sql<{ id: string }>(
    `insert into public.artists (user_id, name, slug, city, state, styles, public_visible)
     values ($1, 'Paloma Quintanilla', $2, 'San Antonio', 'TX', '{abstract}', true) returning id`,
    [userId, `a-${userId}`],
  );
  await db.sql(
    `insert into public.artist_contacts (artist_id, email, phone) values ($1, $2, '210 555 0199')
     on conflict (artist_id) do update set email = excluded.email, phone = excluded.phone`,
    [row?.id, email],
  );
  return { artistId: row?.id as string, artist: who, artistUser: userId, artistEmail: email };
}

async function begin(db: TestDb, guest: boolean): Promise<LedJob> {
  await db.sql('delete from private.rate_counters');
  const client = guest ? null : await person(db, 'client', 'Zoraida client');
  const email = client?.email ?? `guest-${randomUUID()}@example.com`;
  const [first, second] = [await artist(db), await artist(db)];
  const sent = form({
    email,
    name: 'Wilhelmina Okonkwo',
    artists: [...[first, second].map(({ artistUser }) => `a-${artistUser}`), 'a2'],
  });
  const { id: lead, token } = await submit(db, sent, client?.who ?? ANON);
  return {
    ...{ lead, token: token as string, claim: sent.claim, guest, client: client?.who ?? ANON },
    ...{ clientUser: client?.userId ?? null, email, ...first },
    ...{ otherId: second.artistId, other: second.artist, hash: '', review: '' },
    sketch: createHash('sha256').update(lead).digest('hex'),
  };
}

/** The arguments that say who the client is. */
export async function asClient(db: TestDb, m: LedJob) {
  return m.guest ? { token: await provenToken(db, m.lead, m.token) } : {};
}
export const act = async <T = unknown>(db: TestDb, m: LedJob, name: string, args: object = {}) =>
  callByName<T>(db, m.client, name, { ...args, ...(await asClient(db, m)) });
const ofArtist = <T = unknown>(db: TestDb, m: LedJob, name: string, args: object = {}) =>
  callByName<T>(db, m.artist, name, args);

const key = (m: LedJob) => ({ lead: m.lead, artist: m.artistId });
const partOf = async (db: TestDb, m: LedJob, at = 0) => {
  const rows = await db.sql<{ id: string; amount: number }>(
    `select id, amount from private.payment_parts where lead_id = $1 and dropped_at is null order by position, rest`,
    [m.lead],
  );
  return rows[at] as { id: string; amount: number };
};
const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);
const propose = (db: TestDb, m: LedJob, who: Caller) =>
  callByName<{ id: string }>(db, who, 'send_proposal', {
    ...{ lead: m.lead, low: 4000, high: 4400, starts_on: day(20), days: 5 },
    ...{ message: 'A price for your wall', valid_until: day(9), key: randomUUID() },
    ...{ included: ['lift', 'primer', 'coating', 'permits', 'design'], preset: 'design_fee' },
  });
const body = (change: object = {}) =>
  JSON.stringify(agreementDraftSchema.parse(agreementCase(change)));
const offer = async (db: TestDb, m: LedJob, change: object = {}) => {
  const [last] = await db.sql<{ version: number }>(
    'select version from private.agreements where lead_id = $1 and artist_id = $2',
    [m.lead, m.artistId],
  );
  const answer = await ofArtist<{ current: { hash: string } }>(db, m, 'offer_agreement', {
    ...{ lead: m.lead, body: body(change), read: last?.version ?? 0, key: randomUUID() },
  });
  m.hash = answer.current.hash;
};
const sign = (db: TestDb, m: LedJob, side: 'client' | 'artist') =>
  (side === 'client' ? act : ofArtist)(db, m, 'sign_agreement', {
    ...key(m),
    hash: m.hash,
    name: side === 'client' ? 'Wilhelmina Okonkwo' : 'Paloma Quintanilla',
  });
const say = (db: TestDb, m: LedJob, side: 'client' | 'artist', text: string) =>
  (side === 'client' ? act : ofArtist)(db, m, 'send_message', {
    ...key(m),
    body: text,
    key: randomUUID(),
  });
const report = async (db: TestDb, m: LedJob, amount?: number) => {
  const part = await partOf(db, m);
  return act(db, m, 'report_payment', {
    ...key(m),
    ...{ part: part.id, amount: amount ?? part.amount, how: 'Zelle', paid_on: day(-1) },
    key: randomUUID(),
  });
};
const move = async (
  db: TestDb,
  m: LedJob,
  side: 'client' | 'artist',
  event: string,
  note: string | null = null,
  at = 0,
) =>
  (side === 'client' ? act : ofArtist)(db, m, 'move_payment', {
    ...key(m),
    ...{ part: (await partOf(db, m, at)).id, event, key: randomUUID(), note },
  });
const addSketch = async (db: TestDb, m: LedJob, n: number) => {
  const hash = createHash('sha256').update(`${m.lead}${n}`).digest('hex');
  m.sketch = hash;
  await db.sql(
    `insert into storage.objects (bucket_id, name) values ('sketches', private.sketch_path($1, $2, $3)) on conflict do nothing`,
    [m.lead, m.artistId, hash],
  );
  return ofArtist(db, m, 'add_sketch', { lead: m.lead, hash, key: randomUUID() });
};
const both = async (db: TestDb, m: LedJob) => {
  await sign(db, m, 'client');
  await sign(db, m, 'artist');
};

type Step = (db: TestDb, m: LedJob) => Promise<unknown>;
/** Each stage comes after the ones that it names. */
export const JOB_STAGES: Record<string, [after: string | null, step: Step]> = {
  sent: [
    null,
    async (db, { lead, claim, artistId, otherId }) => {
      await select(db, lead, claim, [artistId, otherId]);
      await db.sql(
        `update private.request_senders set proven_at = now(), proven_by = 'link' where lead_id = $1`,
        [lead],
      );
    },
  ],
  talking: [
    'sent',
    async (db, m) => {
      await say(db, m, 'artist', 'Hello, call me at 210 555 0142');
      await say(db, m, 'client', 'Gladly: wilhelmina@elsewhere.example');
    },
  ],
  proposed: [
    'talking',
    async (db, m) => {
      await propose(db, m, m.other);
      await propose(db, m, m.artist);
    },
  ],
  accepted: [
    'proposed',
    async (db, m) => {
      const [row] = await db.sql<{ id: string }>(
        `select id from public.proposals where lead_id = $1 and artist_id = $2 and state = 'open'`,
        [m.lead, m.artistId],
      );
      await act(db, m, 'accept_proposal', { proposal: row?.id });
    },
  ],
  asked: ['accepted', (db, m) => act(db, m, 'ask_for_agreement', key(m))],
  skipped: ['accepted', (db, m) => ofArtist(db, m, 'skip_agreement', key(m))],
  offered: ['accepted', (db, m) => offer(db, m)],
  'change asked': [
    'offered',
    (db, m) =>
      act(db, m, 'ask_agreement_change', { ...key(m), hash: m.hash, text: 'A week later, please' }),
  ],
  'client signed': ['offered', (db, m) => sign(db, m, 'client')],
  'artist signed': ['offered', (db, m) => sign(db, m, 'artist')],
  'in force': ['offered', both],
  amending: ['in force', (db, m) => offer(db, m, { design: 'Two parrots' })],
  reported: ['in force', (db, m) => report(db, m)],
  'reported too much': ['in force', (db, m) => report(db, m, 999_999)],
  disputed: ['reported', (db, m) => move(db, m, 'artist', 'dispute', 'Nothing has arrived')],
  received: ['reported', (db, m) => move(db, m, 'artist', 'receive')],
  sketched: ['received', (db, m) => addSketch(db, m, 1)],
  'sketch changes': [
    'sketched',
    (db, m) => act(db, m, 'ask_sketch_changes', { ...key(m), version: 1, note: 'Bluer' }),
  ],
  'sketch again': ['sketch changes', (db, m) => addSketch(db, m, 2)],
  approved: [
    'sketch again',
    (db, m) => act(db, m, 'approve_sketch', { ...key(m), version: 2, hash: m.sketch }),
  ],
  'client reopens': ['approved', (db, m) => act(db, m, 'reopen_sketch', key(m))],
  'artist reopens': ['approved', (db, m) => ofArtist(db, m, 'reopen_sketch', key(m))],
  painted: ['approved', (db, m) => ofArtist(db, m, 'complete_request', key(m))],
  'painted, says the client': ['approved', (db, m) => act(db, m, 'complete_request', key(m))],
  'not painted': ['painted', (db, m) => act(db, m, 'dispute_completion', key(m))],
  confirmed: ['painted', (db, m) => act(db, m, 'complete_request', key(m))],
  reviewed: [
    'confirmed',
    async (db, m) => {
      const review = await act<{ id: string }>(db, m, 'submit_review', {
        ...key(m),
        ...{ rating: 5, body: 'They painted exactly what we hoped for.' },
      });
      m.review = review.id;
    },
  ],
  replied: [
    'reviewed',
    (db, m) => ofArtist(db, m, 'reply_to_review', { review: m.review, body: 'Thank you!' }),
  ],
  ended: ['reported', (db, m) => act(db, m, 'end_agreement', { ...key(m), reason: 'Sold it' })],
  'offered again': ['ended', (db, m) => offer(db, m)],
  'called off': [
    'reported',
    (db, m) => ofArtist(db, m, 'call_off_job', { ...key(m), reason: 'No time' }),
  ],
  'called off before': [
    'accepted',
    (db, m) => act(db, m, 'call_off_job', { ...key(m), reason: 'No time' }),
  ],
  'asked again': [
    'called off',
    (db, m) => act(db, m, 'ask_artist_again', { artist: m.otherId, lead: m.guest ? null : m.lead }),
  ],
  'conversation reported': [
    'in force',
    async (db, m) => {
      const [row] = await db.sql<{ id: string }>(
        `select id from public.lead_messages where lead_id = $1 and artist_id = $2 and sender = 'artist' limit 1`,
        [m.lead, m.artistId],
      );
      await act(db, m, 'report_message', { message: row?.id });
    },
  ],
};

/** A new job at this stage, of an account or of a guest; before the first one it was offered to artists. */
export async function ledJob(db: TestDb, stage: string | null, guest = false): Promise<LedJob> {
  const steps: Step[] = [];
  for (let at: string | null = stage; at; at = JOB_STAGES[at]?.[0] ?? null)
    steps.unshift((JOB_STAGES[at] as [string | null, Step])[1]);
  const m = await begin(db, guest);
  for (const step of steps) await step(db, m);
  return m;
}

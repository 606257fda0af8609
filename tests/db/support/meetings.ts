import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { agreementDraftSchema } from '#features/agreements/agreement.ts';
import { agreementCase } from '#tests/support/cases/agreement-cases.ts';
import { type Caller, codeOf, answered as one, type TestDb } from './actors.ts';
import { type LedJob, ledJob } from './job-stages.ts';
import { ANON } from './leads.ts';
import { valueIn, valuesIn } from './read.ts';
import { caller, id } from './world.ts';

/** How far a request is when two acts meet at it. */
export const STAGES = ['offered', 'talking', 'agreed'] as const;
type Stage = (typeof STAGES)[number];

/** One request with accounts of its own, so that either side may go; `other` has it too, and A2 was offered it. */
export interface Meeting extends LedJob {
  proposal: string | null;
  part: string | null;
  /** Whether it was the account's own from the beginning. */
  adopted: boolean;
}

const OFFER = 'public.offer_agreement($1, $2::jsonb, $3, $4)';
const offerValues = ({ lead }: Meeting, read: number, design: string) => [
  ...[lead, JSON.stringify(agreementDraftSchema.parse(agreementCase({ design }))), read],
  randomUUID(),
];
const PROPOSE = `public.send_proposal($1, 1000, 2000, current_date + 30, 5, 'A price for your wall', current_date + 14, $2)`;
const SIGN = `public.sign_agreement($1, $2, $3, 'Ana Ruiz')`;

const LED = { offered: null, talking: 'proposed', agreed: 'in force' } as const;

/** A new request at this stage. */
export async function meet(db: TestDb, stage: Stage): Promise<Meeting> {
  const job = await ledJob(db, LED[stage]);
  const key = [job.lead, job.artistId];
  const idOf = (text: string) => valueIn<string>(db, text, key).then((found) => found ?? null);
  if (stage === 'agreed')
    await db.sql(
      `insert into storage.objects (bucket_id, name) values ('sketches', private.sketch_path($1, $2, $3))`,
      [...key, job.sketch],
    );
  return {
    ...{ ...job, adopted: true },
    proposal: await idOf('select id from public.proposals where lead_id = $1 and artist_id = $2'),
    part: await idOf(
      'select id from private.payment_parts where lead_id = $1 and artist_id = $2 order by position limit 1',
    ),
  };
}

type Act = (m: Meeting) => [who: Caller, text: string, values: unknown[]];
const admin = caller('admin');
const service = caller('service');

/** What anybody may do about one request. Those of the client come by their link, as a guest's do. */
export const ACTS: Record<string, Act> = {
  'client writes': (m) => [
    m.client,
    `public.send_message($1, $2, 'From the client', $3)`,
    [m.lead, m.artistId, randomUUID()],
  ],
  'artist writes': (m) => [
    m.artist,
    `public.send_message($1, $2, 'From the artist', $3)`,
    [m.lead, m.artistId, randomUUID()],
  ],
  'client chooses artists': (m) => [
    ANON,
    'public.select_lead_artists($1, $2, $3)',
    [m.lead, m.claim, [m.artistId, m.otherId]],
  ],
  'client adds an artist': (m) => [ANON, 'public.add_request_artist($1, $2)', [m.token, id('A2')]],
  'client adds a line': (m) => [
    ANON,
    'public.add_request_line($1, $2)',
    [m.token, `It is in the shade. ${randomUUID()}`],
  ],
  'client closes': (m) => [ANON, 'public.close_request(p_token => $1)', [m.token]],
  'client calls off': (m) => [
    m.client,
    `public.call_off_job($1, $2, 'No longer')`,
    [m.lead, m.artistId],
  ],
  'artist calls off': (m) => [
    m.artist,
    `public.call_off_job($1, $2, 'No time')`,
    [m.lead, m.artistId],
  ],
  'client asks again': (m) => [ANON, 'public.ask_artist_again($1, $2)', [m.token, m.otherId]],
  'client erases': (m) => [ANON, 'public.erase_request($1)', [m.token]],
  'client corrects the contact': (m) => [
    m.client,
    `public.correct_request_contact(null, 'Rosa', $1, '210 555 0102', $2)`,
    [m.email, m.lead],
  ],
  'client changes the link': (m) => [ANON, 'public.rotate_request_link($1)', [m.token]],
  'client asks for the link': (m) => [ANON, 'public.mail_request_link($1)', [m.token]],
  'client opens': (m) => [ANON, 'public.track_request($1)', [m.token]],
  'client adopts': (m) => [m.client, 'public.adopt_requests($1)', [m.token]],
  'client takes back consent': (m) => [
    m.client,
    'public.set_place_consent($1, $2, false)::text',
    [m.lead, m.artistId],
  ],
  'artist proposes': (m) => [m.artist, PROPOSE, [m.lead, randomUUID()]],
  'client accepts': (m) => [m.client, 'public.accept_proposal($1)', [m.proposal]],
  'artist declines': (m) => [m.artist, `public.decline_lead($1, 'No time')`, [m.lead]],
  'other artist declines': (m) => [m.other, `public.decline_lead($1, 'Too far')`, [m.lead]],
  'artist completes': (m) => [m.artist, 'public.complete_request($1, $2)', [m.lead, m.artistId]],
  'client completes': (m) => [m.client, 'public.complete_request($1, $2)', [m.lead, m.artistId]],
  'artist offers an agreement': (m) => [m.artist, OFFER, offerValues(m, 1, 'Another')],
  'client signs': (m) => [m.client, SIGN, [m.lead, m.artistId, m.hash]],
  'client ends the agreement': (m) => [
    m.client,
    `public.end_agreement($1, $2, 'No longer')`,
    [m.lead, m.artistId],
  ],
  'client reports a payment': (m) => [
    m.client,
    `public.report_payment($1, $2, $3, 2100, 'Zelle', '2026-11-20', $4)`,
    [m.lead, m.artistId, m.part, randomUUID()],
  ],
  'artist adds a sketch': (m) => [
    m.artist,
    'public.add_sketch($1, $2, $3)',
    [m.lead, m.sketch, randomUUID()],
  ],
  'client approves the sketch': (m) => [
    m.client,
    'public.approve_sketch($1, $2, 1, $3)',
    [m.lead, m.artistId, m.sketch],
  ],
  'admin assigns': (m) => [
    admin,
    'public.admin_assign_request($1, $2)',
    [m.lead, [m.artistId, m.otherId, id('A2')]],
  ],
  'admin notes': (m) => [admin, `public.add_request_notes($1, 'Call them')`, [[m.lead]]],
  'client leaves': (m) => [m.client, 'public.delete_my_account()::text', []],
  'artist leaves': (m) => [m.artist, 'public.delete_my_account()::text', []],
  'emails are taken': () => [service, `(select count(*)::int from public.lease_mails(20, 60))`, []],
  'the clock strikes': () => [service, 'public.run_chores()::text', []],
};

/** As a guest sends one: nobody's account has it. */
export async function abandon(db: TestDb, m: Meeting): Promise<void> {
  m.adopted = false;
  await db.sql('update public.lead_records set created_by_user = null where id = $1', [m.lead]);
}

/** How often PostgreSQL undid a call that met another one. */
export const met = { again: 0 };

/** One act as the gateway runs it: what met another is tried again, at most twice. Gives the code of a refusal. */
export async function act(db: TestDb, name: string, m: Meeting): Promise<string> {
  const [who, text, values] = (ACTS[name] as Act)(m);
  for (let tries = 1; ; tries++) {
    try {
      await one(db, who, text, values);
      return 'done';
    } catch (error) {
      const code = codeOf(error);
      if (tries === 3 || !/^40(P01|001)$/.test(code)) return code;
    }
    met.again += 1;
    if (process.env.MEETINGS) console.log(`again: ${name}`);
    await pause(Math.random() * 60 * tries);
  }
}

/** Where something of a request could be left. */
const ABOUT_REQUEST =
  `public.lead_contacts public.lead_messages private.message_keys private.request_links private.request_intake
  private.agreements private.agreement_versions private.payment_parts private.payment_notes private.sketches
  private.sketch_versions public.request_details private.request_notes`.split(/\s+/);
const OF_ASSIGNMENT =
  'public.lead_assignments public.proposals public.assignment_events public.lead_messages private.agreements'.split(
    ' ',
  );

/** What should not be: what is left of whom was erased, and states that no act leads to. */
export async function faults(db: TestDb, m: Meeting, done: readonly string[]): Promise<string[]> {
  const left = async (tables: readonly string[], where: string, values: unknown[]) => {
    const text = tables.map((table) => `select '${table}' as name from ${table} where ${where}`);
    return await valuesIn<string>(db, text.join(' union '), values);
  };
  const found: string[] = [];
  const erased = done.includes('client erases');
  const [adopted] = await db.sql(
    `select from private.audit_log where action = 'request.adopted' and subject = $1`,
    [m.lead],
  );
  // What was not theirs when they left stays with whoever has its link.
  const isGone = done.includes('client leaves') && (m.adopted || adopted);
  if (erased || isGone) found.push(...(await left(ABOUT_REQUEST, 'lead_id = $1', [m.lead])));
  if (erased) found.push(...(await left(['public.lead_records'], 'id = $1', [m.lead])));
  if (erased)
    found.push(
      ...(await left(['public.lead_assignments', 'public.proposals'], 'lead_id = $1', [m.lead])),
    );
  if (done.includes('artist leaves'))
    found.push(...(await left(OF_ASSIGNMENT, 'artist_id = $1', [m.artistId])));
  const states = await db.sql<{ fault: string }>(
    `select 'waits on a closed request' as fault from public.lead_assignments a join public.lead_records l on l.id = a.lead_id
       where l.id = $1 and l.withdrawn_at is not null and a.state in ('sent', 'seen', 'talking', 'proposed')
     union all
     select 'two artists were chosen' from public.lead_assignments a where a.lead_id = $1 and a.state = 'accepted' having count(*) > 1
     union all
     select 'a called-off job with an agreement or proposal' from public.lead_assignments a where a.lead_id = $1 and a.state = 'called_off'
       and (exists (select from public.proposals p where p.lead_id = a.lead_id and p.artist_id = a.artist_id and p.state in ('open', 'accepted'))
         or exists (select from private.agreements g where g.lead_id = a.lead_id and g.artist_id = a.artist_id and g.state not in ('draft', 'ended')))
     union all
     select 'two proposals were accepted' from public.proposals p where p.lead_id = $1 and p.state = 'accepted' having count(*) > 1
     union all
     select 'an offer on a closed request' from public.proposals p join public.lead_records l on l.id = p.lead_id
       where l.id = $1 and l.withdrawn_at is not null and p.state = 'open'
     union all
     select 'words to nobody' from public.proposals p where p.lead_id = $1 and p.message is not null
       and not exists (select from public.lead_contacts c where c.lead_id = $1)
     union all
     select 'a reason to nobody' from public.assignment_events e where e.lead_id = $1 and e.reason is not null
       and not exists (select from public.lead_contacts c where c.lead_id = $1)`,
    [m.lead],
  );
  return [...new Set([...found, ...states.map(({ fault }) => fault)])];
}

/** @module-tag long */
import { expect, test } from 'vitest';
import { keptCopiesSchema } from '#features/kept-copies/kept-copy.ts';
import { type Caller, callByName } from '../support/actors.ts';
import { act, asClient, JOB_STAGES, type LedJob, ledJob } from '../support/job-stages.ts';
import { caller, worldOfFile } from '../support/world.ts';

/** Every deletion at every stage of a job: what the side that is left keeps and hears, and that no desk waits. */
const MANY = '100000000';
const db = await worldOfFile({
  ...{ lead_ip_limit: MANY, lead_user_limit: MANY, lead_total_limit: MANY, message_limit: MANY },
});

type Side = 'client' | 'artist';
interface Deletion {
  run: (m: LedJob) => Promise<unknown>;
  /** The sides that keep a copy of an accepted job. */
  keep: Side[];
  /** The artist hears that a request without a job is over. */
  isOver: boolean;
}

const own = async (m: LedJob) => (m.guest ? asClient(db, m) : { lead: m.lead });
const leave = (who: Caller) => callByName(db, who, 'delete_my_account', {});
const DELETIONS: Record<string, Deletion> = {
  'the client closes the request': {
    run: async (m) => callByName(db, m.client, 'close_request', await own(m)),
    ...{ keep: [], isOver: true },
  },
  'the client erases the request': {
    run: async (m) => callByName(db, m.client, 'erase_request', await own(m)),
    ...{ keep: ['artist'], isOver: false },
  },
  'the client deletes their account': {
    run: (m) => leave(m.client),
    ...{ keep: ['artist'], isOver: false },
  },
  'the artist deletes their account': {
    run: (m) => leave(m.artist),
    ...{ keep: ['client'], isOver: false },
  },
  'an admin removes the artist': {
    run: (m) =>
      callByName(db, caller('admin'), 'admin_assign_request', {
        lead: m.lead,
        artists: [m.otherId],
      }),
    ...{ keep: ['client', 'artist'], isOver: false },
  },
};

const DAILY = ['talking', 'in force', 'called off', 'reviewed'];
const CASES = Object.keys(JOB_STAGES).flatMap((stage) =>
  Object.keys(DELETIONS).map((deletion) => [stage, deletion] as const),
);
const isDaily = ([stage]: (typeof CASES)[number]) => DAILY.includes(stage);

test.each(CASES.filter(isDaily))('%s: %s', { tags: ['core'] }, check);
test.each(CASES.filter((each) => !isDaily(each)))('%s: %s', check);

async function check(stage: string, deletion: string) {
  const { run, keep, isOver } = DELETIONS[deletion] as Deletion;
  const m = await ledJob(db, stage);
  const [assignment] = await db.sql<{ accepted: boolean; completed: boolean; force: boolean }>(
    `select s.accepted_at is not null as accepted, s.state = 'completed' as completed, exists (
       select from private.agreements a where a.lead_id = s.lead_id and a.state in ('in_force', 'amending')) as force
     from public.lead_assignments s where s.lead_id = $1 and s.artist_id = $2`,
    [m.lead, m.artistId],
  );
  if (!assignment) throw new Error('no assignment');
  if (deletion.startsWith('an admin') && assignment.force) {
    await expect(run(m)).rejects.toThrow('agreement_in_force');
    return;
  }
  const owed = await mailsOf(m, 'k.owed');
  await db.sql(`update private.mails set state = 'sent' where not (kind = any ($1))`, [owed]);
  await run(m);

  const kept = assignment.accepted ? keep : [];
  for (const side of ['client', 'artist'] as const)
    expect((await copiesOf(m, side)).map((copy) => copy.side)).toEqual(
      kept.includes(side) ? [side] : [],
    );
  const told = await mailsOf(m, `m.state = 'waiting'`);
  for (const side of kept)
    expect(told).toContain(side === 'client' ? 'request_copy_kept' : 'lead_copy_kept');
  if (isOver && !kept.includes('artist')) expect(told).toContain('request_withdrawn');
  if (deletion.includes('closes')) expect(told).toEqual(expect.arrayContaining(owed));

  // A wall that is painted stays its artist's, who can still say so.
  const isWall = assignment.completed && deletion === 'the client deletes their account';
  if (!deletion.startsWith('the artist')) {
    const { needs } = await callByName<{ needs: { lead_id: string; kind: string }[] }>(
      ...([db, m.artist, 'my_day', {}] as const),
    );
    const waits = needs.filter((need) => need.lead_id === m.lead).map(({ kind }) => kind);
    expect(waits.filter((kind) => !isWall || !OF_WALL.includes(kind))).toEqual([]);
  }
  const desk = await callByName<Record<string, { rows?: { lead_id?: string }[] }>>(
    ...([db, caller('admin'), 'admin_needs', { rows: 50 }] as const),
  );
  for (const group of ['payments', 'agreements'])
    expect(desk[group]?.rows?.filter((row) => row.lead_id === m.lead)).toEqual([]);
  if (assignment.accepted && isOver)
    expect(
      await callByName(db, m.artist, 'read_job', { lead: m.lead, artist: m.artistId }),
    ).toMatchObject({
      step: isWall ? expect.any(String) : 'over',
      turns: isWall ? { client: null } : { client: null, artist: null },
      can: isWall ? ['complete', 'undo_complete'] : [],
    });
}

/** What an artist can still do about a painted wall whose client is gone. */
const OF_WALL = ['confirm_painted', 'reply_review'];

async function copiesOf(m: LedJob, side: Side) {
  const args = side === 'client' && m.guest ? { token: m.token } : {};
  return keptCopiesSchema.parse(await callByName(db, m[side], 'read_sealed_jobs', args));
}

/** The kinds of the emails to the two sides of a job, each once. */
async function mailsOf(m: LedJob, where: string): Promise<string[]> {
  const rows = await db.sql<{ kind: string }>(
    `select distinct m.kind from private.mails m join private.mail_kinds k on k.kind = m.kind
     where ${where} and m.kind not in ('request_signing_code', 'request_acted')
       and (m.user_id = any ($1) or lower(m.address) = $2) order by 1`,
    [[m.artistUser, m.clientUser], m.email],
  );
  return rows.map(({ kind }) => kind);
}

test('a guest’s job, by the device that was proven', { tags: ['core'] }, async () => {
  const m = await ledJob(db, 'disputed', true);
  await act(db, m, 'erase_request');
  expect(await copiesOf(m, 'artist')).toMatchObject([
    { cause: 'request_erased', payments: { parts: [{ state: 'disputed' }, {}] } },
  ]);
});

import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { agreementDraftSchema } from '#features/agreements/agreement.ts';
import { type Job, jobSchema } from '#features/jobs/job.ts';
import { agreementCase } from '#tests/support/cases/agreement-cases.ts';
import { refusal } from './support/actors.ts';
import { ask as asked, type Who } from './support/payments.ts';
import { id, TOKEN_L1, worldOfFile } from './support/world.ts';

/** Where a job stands, as each of its sides and everybody else sees it, through all of its story. */
const db = await worldOfFile();
const [LEAD, ARTIST] = [id('L1'), id('A2')];
const HASH = '0'.repeat(64);

beforeAll(async () => {
  for (const table of ['agreements', 'sketches'])
    await db.sql(`delete from private.${table} where lead_id = $1`, [LEAD]);
  await db.sql('update public.lead_assignments set accepted_at = null where lead_id = $1', [LEAD]);
});

const ask = <T>(who: Who, call: string, values: unknown[]) => asked<T>(db, who, call, values);
const token = (who: Who) => (who === 'guest' ? TOKEN_L1 : null);
const read = (who: Who) =>
  ask<Job | null>(who, 'public.read_job($1, $2, $3)', [LEAD, ARTIST, token(who)]);
const SIDES = ['client', 'guest', 'artist2'] as const;
const versions = () => Promise.all(SIDES.map(async (who) => (await read(who))?.version));

/** What both sides see after an act, of which each has heard. */
async function after(act: () => Promise<unknown>) {
  const before = await versions();
  await act();
  const [client, guest, artist] = await Promise.all(SIDES.map(read));
  expect(guest).toEqual(client);
  const now = [client, guest, artist].map((job) => job?.version);
  for (const [n, version] of now.entries()) expect(version).not.toBe(before[n]);
  // The same again, where nothing was done.
  expect(await versions()).toEqual(now);
  return { client: jobSchema.parse(client), artist: jobSchema.parse(artist) };
}

test('before a proposal is accepted there is none, and nobody else is told of any', async () => {
  for (const who of SIDES) expect(await read(who)).toBeNull();
  for (const who of ['anon', 'artist', 'client2', 'admin'] as const)
    expect((await refusal(read(who))).code, who).toBe('not_allowed');
});

test('every act of an agreement, of sketches and about the wall is another version', async () => {
  const accepted = `update public.lead_assignments set state = 'accepted', accepted_at = now(), status = 'in_review'
    where lead_id = $1 and artist_id = $2`;
  const begun = await after(() => db.sql(accepted, [LEAD, ARTIST]));
  expect(begun.client).toMatchObject({
    ...{ state: 'accepted', confirmed: false, agreement: null, sketches: null },
  });

  const body = agreementDraftSchema.parse(agreementCase());
  const offer = (price: object = {}, at = 0) =>
    ask<{ current: { hash: string } }>('artist2', 'public.offer_agreement($1, $2::jsonb, $3, $4)', [
      ...[LEAD, JSON.stringify({ ...body, ...price }), at, randomUUID()],
    ]);
  let hash = '';
  const offered = await after(async () => {
    hash = (await offer()).current.hash;
  });
  expect(offered.client.agreement).toEqual({ state: 'offered' });
  const sign = (who: Who) =>
    ask(who, 'public.sign_agreement($1, $2, $3, $4)', [LEAD, ARTIST, hash, 'Ana']);
  const one = await after(() => sign('artist2'));
  expect(one.client.agreement).toEqual({ state: 'signed_by_one' });
  const change = await after(() =>
    ask('client', 'public.ask_agreement_change($1, $2, $3, $4)', [LEAD, ARTIST, hash, 'Later']),
  );
  expect(change.artist.agreement).toEqual({ state: 'change_asked' });
  // The artist alone knows of what was taken back.
  const back = await after(() =>
    ask('artist2', 'public.take_back_agreement($1, $2)', [LEAD, hash]),
  );
  expect([back.client.agreement, back.artist.agreement?.state]).toEqual([null, 'draft']);
  hash = (await offer({ starts_on: '2027-03-02' }, 1)).current.hash;
  await sign('artist2');
  const force = await after(() => sign('client'));
  expect(force.client).toMatchObject({
    ...{ agreement: { state: 'in_force' }, starts_on: '2027-03-02' },
    turns: { client: { action: 'pay_part', label: 'Deposit', amount: 2100 } },
  });
  const [part] = await db.sql<{ id: string }>(
    `select id from private.payment_parts where lead_id = $1 and state = 'due'`,
    [LEAD],
  );
  const reported = await after(() =>
    ask('client', 'public.report_payment($1, $2, $3, 2100, $4, $5, $6)', [
      ...[LEAD, ARTIST, part?.id, 'Zelle', new Date().toISOString().slice(0, 10), randomUUID()],
    ]),
  );
  expect(reported.artist.turns.artist?.action).toBe('confirm_payment');
  await after(() =>
    ask('artist2', 'public.move_payment($1, $2, $3, $4, $5)', [
      ...[LEAD, ARTIST, part?.id, 'receive', randomUUID()],
    ]),
  );

  const stored = `insert into storage.objects (bucket_id, name) values ('sketches', $1)`;
  await db.sql(stored, [`${LEAD}/${ARTIST}/${HASH}.webp`]);
  const sent = await after(() =>
    ask('artist2', 'public.add_sketch($1, $2, p_key => $3)', [LEAD, HASH, randomUUID()]),
  );
  expect(sent.client.sketches).toEqual({ state: 'open', versions: 1 });
  const pinned = ['public.add_sketch_pin($1, $2, 1, 0.5, 0.5, $3, $4)', 'Bluer'] as const;
  await after(() => ask('client', pinned[0], [LEAD, ARTIST, pinned[1], randomUUID()]));
  await after(() => ask('artist2', 'public.offer_sketch_round($1, 100)', [LEAD]));
  const asked = await after(() =>
    ask('client', 'public.ask_sketch_changes($1, $2, 1)', [LEAD, ARTIST]),
  );
  expect(asked.artist.sketches?.state).toBe('changes_asked');
  const approved = await after(() =>
    ask('client', 'public.approve_sketch($1, $2, 1, $3)', [LEAD, ARTIST, HASH]),
  );
  expect(approved.artist.sketches?.state).toBe('approved');

  const painted = await after(() =>
    ask('artist2', 'public.complete_request($1, $2)', [LEAD, ARTIST]),
  );
  expect(painted.client).toMatchObject({ state: 'completed', confirmed: false });
  const done = await after(() => ask('client', 'public.complete_request($1, $2)', [LEAD, ARTIST]));
  expect(done.artist).toMatchObject({ state: 'completed', confirmed: true });
});

test('what is written and read between the two is no other version, and a reported conversation shows no sketches', async () => {
  const before = await versions();
  const message = [LEAD, ARTIST, 'When do you come?', randomUUID()];
  await ask('client', 'public.send_message($1, $2, $3, $4)', message);
  await ask('artist2', 'public.mark_request_seen($1)', [LEAD]);
  expect(await versions()).toEqual(before);
  await db.sql(
    `insert into private.conversation_reports (lead_id, artist_id, side, message_id)
     select lead_id, artist_id, 'client', id from public.lead_messages where lead_id = $1 and artist_id = $2 limit 1`,
    [LEAD, ARTIST],
  );
  expect((await read('client'))?.sketches).toBeNull();
  expect((await read('artist2'))?.sketches).not.toBeNull();
});

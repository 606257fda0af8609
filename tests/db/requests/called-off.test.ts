import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { answered, type Caller, refusal } from '../support/actors.ts';
import { ANON } from '../support/leads.ts';
import { faults, type Meeting, meet } from '../support/meetings.ts';
import { provenToken } from '../support/proof.ts';
import { valueIn, valuesIn } from '../support/read.ts';
import { caller, worldOfFile } from '../support/world.ts';

/** An accepted job that one side calls off, before and after both have signed, and what is left of it. */
const db = await worldOfFile();

const one = <T>(who: Caller, text: string, values: unknown[] = []) =>
  answered<T>(db, who, text, values);
const refused = async (who: Caller, text: string, values: unknown[] = []) =>
  (await refusal(one(who, text, values))).code;

const REASON = 'The building was sold.';
const key = (m: Meeting) => [m.lead, m.artistId];
const CALL_OFF = 'public.call_off_job($1, $2, $3)';
const callOff = (m: Meeting, who: Caller, reason = REASON) =>
  one(who, CALL_OFF, [...key(m), reason]);
const ASK_AGAIN = 'public.ask_artist_again(p_artist => $1, p_lead => $2)';

/** A job that was accepted and whose agreement is on offer, signed by neither. */
async function offered(): Promise<Meeting> {
  const m = await meet(db, 'agreed');
  await db.sql('delete from private.agreements where lead_id = $1', [m.lead]);
  await db.sql(
    `insert into private.agreements (lead_id, artist_id, state, version) values ($1, $2, 'offered', 1)`,
    key(m),
  );
  return m;
}

const stateOf = (m: Meeting, artist = m.artistId) =>
  valueIn<string>(
    db,
    'select state from public.lead_assignments where lead_id = $1 and artist_id = $2',
    [m.lead, artist],
  );
const agreementOf = async (m: Meeting) => {
  const [row] = await db.sql(
    'select state, ended_by, ended_reason, in_force from private.agreements where lead_id = $1',
    [m.lead],
  );
  return row;
};
const told = (m: Meeting) =>
  valuesIn<string>(
    db,
    `select concat_ws(' ', kind, payload ->> 'act') from private.mails
     where lead_id = $1 and kind ~ 'called_off|acted|agreement_ended|asked_again'
       and payload ->> 'act' is distinct from 'sign_agreement' order by id`,
    [m.lead],
  );
const tracked = (m: Meeting) =>
  one<{ matches: unknown[]; artists: { id: string; state: string; contact: unknown }[] }>(
    m.client,
    'public.track_request(p_lead => $1)',
    [m.lead],
  );

describe('either side calls off an accepted job', () => {
  test('before anything is in force: what waits for a signature is withdrawn', async () => {
    const m = await offered();
    expect(await callOff(m, m.artist)).toBe('called_off');
    expect(await stateOf(m)).toBe('called_off');
    expect(await agreementOf(m)).toMatchObject({ state: 'ended', ended_by: 'system' });
    expect(await told(m)).toEqual(['request_called_off']);
    expect(await one(m.client, 'public.read_job($1, $2)', key(m))).toMatchObject({
      state: 'called_off',
      called_off: { by: 'artist', reason: REASON, signed: false },
    });
  });

  test('after both have signed: it ends by its terms, with the same reason, and one email', async () => {
    const m = await meet(db, 'agreed');
    await callOff(m, m.client);
    expect(await agreementOf(m)).toEqual({
      ...{ state: 'ended', ended_by: 'client', ended_reason: REASON, in_force: 1 },
    });
    expect(await told(m)).toEqual(['lead_called_off', 'request_acted call_off_job']);
    expect(await one(m.artist, 'public.read_job($1, $2)', key(m))).toMatchObject({
      called_off: { by: 'client', reason: REASON, signed: true },
    });
    const read = await one<{ current: { signatures: unknown[] } }>(
      m.artist,
      'public.read_agreement($1, $2)',
      key(m),
    );
    expect(read.current.signatures).toHaveLength(2);
  });

  test('again, by either side, changes nothing and tells nobody', async () => {
    const m = await meet(db, 'agreed');
    await callOff(m, m.artist);
    expect(await callOff(m, m.client, 'Another reason')).toBe('called_off');
    expect(await told(m)).toEqual(['request_called_off']);
    expect(await agreementOf(m)).toMatchObject({ ended_by: 'artist', ended_reason: REASON });
  });

  test('with a reason, of at most 500 characters and without the number of a card', async () => {
    const m = await offered();
    const code = (reason: string) => refused(m.client, CALL_OFF, [...key(m), reason]);
    expect(await code(' \n')).toBe('reason_required');
    expect(await code('x'.repeat(501))).toBe('reason_too_long');
    expect(await code('My card is 4111 1111 1111 1111')).toBe('account_number_refused');
    expect(await stateOf(m)).toBe('accepted');
  });

  test('but no job that is painted or not accepted', async () => {
    const m = await meet(db, 'agreed');
    await one(m.artist, 'public.complete_request($1, $2)', key(m));
    expect(await refused(m.client, CALL_OFF, [...key(m), REASON])).toBe('move_refused');
    const talking = await meet(db, 'talking');
    expect(await refused(talking.client, CALL_OFF, [...key(talking), REASON])).toBe('move_refused');
  });

  test('a forwarded link is enough until somebody has signed', async () => {
    const byLink = 'public.call_off_job($1, $2, $3, $4)';
    const free = await offered();
    expect(await one(ANON, byLink, [...key(free), REASON, free.token])).toBe('called_off');
    const m = await meet(db, 'agreed');
    expect(await refused(ANON, byLink, [...key(m), REASON, m.token])).toBe('proof_required');
    const mine = await provenToken(db, m.lead, m.token);
    expect(await one(ANON, byLink, [...key(m), REASON, mine])).toBe('called_off');
  });
});

describe('after a job was called off', () => {
  test('nothing of it goes on but words and what is owed', async () => {
    const m = await meet(db, 'agreed');
    const report = (amount: number) =>
      one(
        m.client,
        `public.report_payment($1, $2, $3, $4, 'Zelle', '2026-11-20', gen_random_uuid())`,
        [...key(m), m.part, amount],
      );
    await report(2100);
    await callOff(m, m.artist);
    for (const text of [
      'public.complete_request($1, $2)',
      `public.sign_agreement($1, $2, '${m.hash}', 'Ana Ruiz')`,
      `public.end_agreement($1, $2, 'No longer')`,
      `public.submit_review($1, $2, 5, 'They painted what we had hoped for.')`,
    ])
      expect(await refused(m.client, text, key(m)), text).toBe(
        text.includes('review') ? 'review_too_early' : 'move_refused',
      );
    const sketch = [m.lead, m.sketch, randomUUID()];
    expect(await refused(m.artist, 'public.add_sketch($1, $2, $3)', sketch)).toBe('move_refused');
    const settle = [...key(m), m.part];
    const paid = `public.move_payment($1, $2, $3, 'receive', gen_random_uuid())`;
    expect(await one(m.artist, paid, settle)).toMatchObject({ writable: true, agreement: 'ended' });
    const say = `public.send_message($1, $2, 'Thank you for telling me', gen_random_uuid())`;
    expect(await one(m.client, say, key(m))).toBeTruthy();
    expect(await faults(db, m, [])).toEqual([]);
  });

  test('it counts nowhere: no price, no wall, no booked day', async () => {
    const m = await meet(db, 'agreed');
    const count = async () =>
      (
        await db.sql<{ prices: number; facts: number }>(
          `select (select count(*)::int from private.wall_prices w join public.proposals p on p.id = w.proposal_id where p.lead_id = $1) as prices,
             (select a.walls_painted from public.artists a where a.id = $2) as facts`,
          key(m),
        )
      )[0];
    await callOff(m, m.client);
    expect(await count()).toEqual({ prices: 0, facts: 0 });
    const day = await one<{ coming: unknown[]; month: { accepted: number; won: number } }>(
      m.artist,
      'public.my_day()',
    );
    expect(day.coming).toEqual([]);
    expect(day.month).toMatchObject({ accepted: 0, won: 0 });
  });

  test('the client chooses again, and asks those who were passed over', async () => {
    const m = await meet(db, 'agreed');
    const again = [m.otherId, m.lead];
    expect(await stateOf(m, m.otherId)).toBe('passed');
    expect(await refused(m.client, ASK_AGAIN, again)).toBe('proposal_taken');
    await callOff(m, m.artist);
    const now = await tracked(m);
    expect(now.matches.length).toBeGreaterThan(0);
    expect(now.artists.find(({ id }) => id === m.artistId)).toMatchObject({ contact: null });
    for (const who of [m.artist, m.other, caller('client2'), ANON])
      expect(await refused(who, ASK_AGAIN, again)).toBe('link_refused');
    await one(m.client, ASK_AGAIN, again);
    await one(m.client, ASK_AGAIN, again);
    expect(await told(m)).toEqual(['request_called_off', 'lead_asked_again']);
    expect(await refused(m.client, ASK_AGAIN, [m.artistId, m.lead])).toBe('move_refused');
    const { id: proposal } = await one<{ id: string }>(
      m.other,
      `public.send_proposal($1, 900, 900, current_date + 30, 5, null, current_date + 14, gen_random_uuid())`,
      [m.lead],
    );
    await one(m.client, 'public.accept_proposal($1)', [proposal]);
    expect([await stateOf(m), await stateOf(m, m.otherId)]).toEqual(['called_off', 'accepted']);
    // The artist who was passed over twice hears of it twice.
    expect(await faults(db, m, [])).toEqual([]);
  });

  test('a request is closed with it, and its lines go to nobody who has left', async () => {
    const m = await meet(db, 'agreed');
    await callOff(m, m.client);
    const closed = await one(m.client, 'public.close_request(p_lead => $1)', [m.lead]);
    expect(closed).toMatchObject({ state: 'withdrawn' });
    expect(await stateOf(m)).toBe('called_off');
  });
});

test('the status of an artist who is not at it any more tells the client nothing', async () => {
  const m = await meet(db, 'agreed');
  await callOff(m, m.client);
  for (const who of [m.artist, m.other])
    await one(who, `public.set_lead_status($1, 'completed')`, [m.lead]);
  expect(
    await db.sql(`select from private.mails where lead_id = $1 and kind = 'request_completed'`, [
      m.lead,
    ]),
  ).toEqual([]);
});

test('what both signed does not end once the wall is painted: what is owed stays owed', async () => {
  const m = await meet(db, 'agreed');
  await one(m.artist, 'public.complete_request($1, $2)', key(m));
  await one(m.client, 'public.complete_request($1, $2)', key(m));
  for (const who of [m.client, m.artist])
    expect(await refused(who, `public.end_agreement($1, $2, 'No longer')`, key(m))).toBe(
      'move_refused',
    );
  expect(await one(m.client, 'public.read_job($1, $2)', key(m))).toMatchObject({
    turns: { client: { action: 'pay_part' } },
  });
});

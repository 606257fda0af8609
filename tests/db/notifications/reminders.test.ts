import { beforeEach, describe, expect, test } from 'vitest';
import { TEMPLATES } from '#mail/delivery/templates.ts';
import { call, type Leased, refusal, work } from '../support/actors.ts';
import { ANON, form, proveSenders, select, submit } from '../support/leads.ts';
import { daysLater } from '../support/read.ts';
import { caller, id, worldOfFile } from '../support/world.ts';

type Told = Record<string, unknown> & { silent?: { name: string }[]; matches?: { name: string }[] };

const db = await worldOfFile({ lead_ip_limit: '1000', lead_total_limit: '10000' });
beforeEach(async () => {
  await hoursLater(0);
  await db.sql('delete from private.reminders');
  await db.sql('delete from private.mails');
});

/** As if so much time had passed since now. */
const hoursLater = (hours: number) => daysLater(db, hours / 24);
const lease = (kind?: string) =>
  work<Leased<Told>>(db).then((rows) => rows.filter((row) => !kind || row.kind === kind));
/** What a sweep so much later writes and leaves to be sent, but for what was written before. */
async function mailsAfter(hours: number): Promise<string[]> {
  await hoursLater(hours);
  const rows = await lease();
  const late = rows.filter(({ kind }) => kind.endsWith('_waiting'));
  return late.map(({ kind, address }) => `${kind} ${address}`).sort();
}
const due = () => db.sql('update private.mails set next_attempt_at = now()');

/** A guest asks these artists. */
async function ask(email: string, artists = [id('A2')]) {
  const asked = form({ email });
  const lead = await submit(db, asked);
  await proveSenders(db);
  if (artists.length) await select(db, lead.id, asked.claim, artists);
  return lead;
}
const answer = (lead: string, status = 'in_review') =>
  call(db, caller('artist2'), 'select public.set_lead_status($1, $2)', [lead, status]);
const withdraw = (token: string) =>
  call(db, ANON, 'select public.close_request(p_token => $1)', [token]);

describe('a lead that nobody answers', () => {
  test('is recalled to its artist after a day, and told to whoever asked after two, each once', async () => {
    await ask('quiet@example.com');
    expect(await mailsAfter(23.9)).toEqual([]);
    expect(await mailsAfter(24.1)).toEqual(['lead_waiting artist2@example.com']);
    expect(await mailsAfter(47.9)).toEqual([]);
    expect(await mailsAfter(48.1)).toEqual(['request_waiting quiet@example.com']);
    expect(await mailsAfter(24 * 30)).toEqual([]);
    expect(await db.sql('select 1 from private.reminders')).toEqual([]);
  });

  test('names who is silent and who else fits, with a link that opens the request', async () => {
    await ask('named@example.com');
    await hoursLater(49);
    const [told] = await lease('request_waiting');
    expect(told?.optional).toBe(false);
    expect(told?.data.silent).toEqual([{ id: id('A2'), name: 'A2' }]);
    expect(told?.data.matches).toEqual([{ id: id('A3'), name: 'A3' }]);
    expect(told?.data.link).toMatch(/^\/request#[\w-]{43}$/);
    const mail = TEMPLATES.request_waiting?.document(told?.data);
    expect(mail?.subject).toBe('A2 hasn’t answered your mural request yet');
    expect(mail?.blocks).toContainEqual({ kind: 'list', items: ['A3'] });
    expect(mail?.button).toEqual({ label: 'Open Your Request', path: told?.data.link });
    await due();
    const [recalled] = await lease('lead_waiting');
    expect(recalled?.optional).toBe(true);
    expect(TEMPLATES.lead_waiting?.document(recalled?.data).subject).toContain('still waiting');
  });

  test('is told in one mail of all who are silent, those asked within hours of each other', async () => {
    const lead = await ask('both@example.com');
    await db.sql(
      `update private.reminders set due_at = due_at - interval '3 hours' where lead_id = $1`,
      [lead.id],
    );
    await call(db, ANON, 'select public.add_request_artist($1, $2)', [lead.token, id('A3')]);
    expect(await mailsAfter(45.1)).toContain('request_waiting both@example.com');
    await due();
    const [told] = await lease('request_waiting');
    expect(told?.data.silent?.map(({ name }) => name)).toEqual(['A2', 'A3']);
    expect(await mailsAfter(49)).not.toContain('request_waiting both@example.com');
  });

  test('of an artist without an account is told to whoever asked alone', async () => {
    await ask('unheard@example.com', [id('A3')]);
    expect(await mailsAfter(49)).toEqual(['request_waiting unheard@example.com']);
  });

  test('of an account is told to the account', async () => {
    const { id: user } = await db.signedIn('client', 'account@example.com');
    const asked = form({ email: 'account@example.com' });
    const lead = await submit(db, asked, { role: 'authenticated', userId: user });
    await select(db, lead.id, asked.claim, [id('A2')]);
    await db.sql(`update auth.users set email = 'moved@example.com' where id = $1`, [user]);
    expect(await mailsAfter(49)).toContain('request_waiting account@example.com');
    expect(
      await db.sql(`select user_id from private.mails where kind = 'request_waiting'`),
    ).toEqual([{ user_id: user }]);
  });
});

describe('nobody is reminded of', () => {
  test('what was answered, withdrawn, erased, taken away or never given', async () => {
    await answer((await ask('answered@example.com')).id);
    await withdraw((await ask('withdrawn@example.com')).token);
    const erased = await ask('erased@example.com');
    await call(db, ANON, 'select public.erase_request($1)', [erased.token]);
    const taken = await ask('taken@example.com');
    await db.sql('delete from public.lead_assignments where lead_id = $1', [taken.id]);
    await ask('nobody@example.com', []);
    expect(await mailsAfter(49)).toEqual([]);
  });

  test('what is held', async () => {
    const lead = await ask('held@example.com');
    await db.sql('update public.lead_records set held = true where id = $1', [lead.id]);
    expect(await mailsAfter(49)).toEqual([]);
  });

  test('what lost its contact', async () => {
    const lead = await ask('lost@example.com');
    await db.sql('delete from public.lead_contacts where lead_id = $1', [lead.id]);
    expect(await mailsAfter(49)).toEqual([]);
  });

  test('what is dated back', async () => {
    await db.sql(
      `insert into public.lead_assignments (lead_id, artist_id, created_at) values ($1, $2, now() - interval '1 second')`,
      [id('L4'), id('A2')],
    );
    expect(await mailsAfter(49)).toEqual([]);
    await db.sql('delete from public.lead_assignments where lead_id = $1', [id('L4')]);
  });
});

describe('a reminder that waits for the server', () => {
  /** Written, and not sent yet. */
  const written = () => db.sql('select private.write_reminders()');

  test('does not leave when the artist has answered meanwhile', async () => {
    const lead = await ask('meanwhile@example.com');
    await hoursLater(49);
    await written();
    await answer(lead.id);
    expect(await mailsAfter(49)).toEqual([]);
    expect(await db.sql(`select kind from private.mails where kind like '%\\_waiting'`)).toEqual(
      [],
    );
  });

  test('says of several only who is silent still', async () => {
    const lead = await ask('half@example.com', [id('A2'), id('A3')]);
    await hoursLater(49);
    await written();
    await answer(lead.id);
    const [told] = await lease('request_waiting');
    expect(told?.data.silent?.map(({ name }) => name)).toEqual(['A3']);
    expect(told?.data.matches).toEqual([]);
  });

  test('does not leave when the request was withdrawn', async () => {
    const lead = await ask('meanwhile-withdrawn@example.com');
    await hoursLater(49);
    await lease();
    await withdraw(lead.token);
    await due();
    expect((await lease()).filter(({ kind }) => kind.endsWith('_waiting'))).toEqual([]);
  });
});

test('two workers at the same moment write each reminder once', async () => {
  for (let n = 0; n < 6; n++) await ask(`many${n}@example.com`, [id('A2'), id('A3')]);
  await hoursLater(49);
  await Promise.all([lease(), lease(), lease()]);
  const [row] = await db.sql<{ n: number; leads: number }>(
    `select count(*)::int as n, count(distinct lead_id)::int as leads from private.mails where kind = 'request_waiting'`,
  );
  expect(row).toEqual({ n: 6, leads: 6 });
});

test('a sweep with nothing due reads one index, however much waits', async () => {
  const plan = await db.transaction(async (tx) => {
    await tx.sql('set local enable_seqscan = off');
    return tx.sql(
      `explain select r.lead_id from private.reminders r where r.due_at <= private.clock() order by r.due_at limit 100`,
    );
  });
  expect(JSON.stringify(plan)).toContain('reminders_due_idx');
  expect(JSON.stringify(plan)).not.toContain('Sort');
});

test('links end by the same clock', async () => {
  const lead = await ask('year@example.com');
  const track = () => call(db, ANON, 'select public.track_request($1)', [lead.token]);
  await hoursLater(364 * 24);
  await track();
  await hoursLater(366 * 24);
  expect((await refusal(track())).code).toBe('link_refused');
});

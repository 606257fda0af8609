import { expect, test } from 'vitest';
import { ALL_FACTS } from '#tests/support/cases/site-facts.ts';
import { type Caller, call, callByName, refusal } from '../support/actors.ts';
import { ANON, form, select, submit } from '../support/leads.ts';
import { caller, id, worldOfFile } from '../support/world.ts';

/** What a request says about the site of its wall: who says it, who reads it, and until when. */

const db = await worldOfFile({ lead_ip_limit: '100000' });

const NOTHING = Object.fromEntries(Object.keys(ALL_FACTS).map((name) => [name, null]));

interface Page {
  details: { facts?: object } | null;
}
interface Ways {
  token?: string;
  lead?: string;
}
async function set(facts: unknown, way: Ways, who: Caller = ANON) {
  const args = { facts: JSON.stringify(facts), token: null, lead: null, ...way };
  const page = await callByName<Page>(db, who, 'set_site_facts', args);
  return page.details?.facts ?? null;
}
const read = (who: Caller, lead: string) =>
  call<Record<string, unknown>>(db, who, 'select * from public.site_facts where lead_id = $1', [
    lead,
  ]);
const code = async (work: Promise<unknown>) => (await refusal(work)).code;
const mails = async () => (await db.sql('select id from private.mails')).length;

test('come with a request, which is the same request again only with the same facts', async () => {
  const sent = form({ details: { facts: ALL_FACTS } });
  const first = await submit(db, sent);
  expect(await submit(db, sent)).toEqual({ ...first, replayed: true });
  expect(await code(submit(db, { ...sent, details: null }))).toBe('idempotency_conflict');
  expect(await read(caller('admin'), first.id)).toMatchObject([
    { ...ALL_FACTS, deadline: expect.anything() },
  ]);
  const [page] = await call<{ page: Page }>(db, ANON, 'select public.track_request($1) as page', [
    first.token,
  ]);
  // Nothing is said about the wall itself.
  expect(page?.page.details).toEqual({ murals: [], facts: ALL_FACTS });

  const plain = form();
  const answer = await submit(db, plain);
  for (const same of [{}, { facts: null }, { facts: {} }, { facts: { owner: null, later: 1 } }])
    expect(await submit(db, { ...plain, details: same })).toEqual({ ...answer, replayed: true });
  expect(await read(caller('admin'), answer.id)).toEqual([]);
});

test('are refused with a code and the field they are about', async () => {
  for (const [facts, refused] of [
    [{ top_ft: 0 }, { code: 'top_ft_invalid', field: 'top_ft' }],
    [{ deadline: '2027-02-30' }, { code: 'deadline_invalid', field: 'deadline' }],
    [{ owner: 'the bank' }, { code: 'invalid_input', field: 'details' }],
    [[], { code: 'invalid_input', field: 'facts' }],
    ['mine', { code: 'invalid_input', field: 'facts' }],
  ] as const)
    expect(await refusal(submit(db, form({ details: { facts } })))).toMatchObject(refused);
  // One that has gone by does not hold up a request that waited for a network.
  await submit(db, form({ details: { facts: { deadline: '2026-01-01' } } }));
});

test('are changed by a link and by an account, fact by fact; again changes nothing', async () => {
  const client = caller('client');
  const guest = await submit(db, form());
  const own = await submit(db, form(), client);
  const before = await mails();
  for (const [lead, way, who] of [
    [guest.id, { token: guest.token }, ANON],
    [own.id, { lead: own.id }, client],
    [own.id, { token: own.token }, ANON],
  ] as const) {
    expect(await set(ALL_FACTS, way, who)).toEqual(ALL_FACTS);
    const stored = await read(caller('admin'), lead);
    expect(await set(ALL_FACTS, way, who)).toEqual(ALL_FACTS);
    expect(await read(caller('admin'), lead)).toEqual(stored);
    expect(await set({ lift: 'none', power: null }, way, who)).toEqual({
      ...ALL_FACTS,
      lift: 'none',
      power: null,
    });
    expect(await code(set({ top_ft: 'high' }, way, who))).toBe('top_ft_invalid');
    expect(await code(set(null, way, who))).toBe('invalid_input');
    expect(await set(NOTHING, way, who)).toBeNull();
    expect(await read(caller('admin'), lead)).toEqual([]);
  }
  expect(await mails()).toBe(before);
});

test('are read by the client, by admins and by artists who were given the request, and by nobody else', async () => {
  const client = caller('client');
  const sent = form({ details: { facts: ALL_FACTS } });
  const { id: lead, token } = await submit(db, sent, client);
  const readers = async () => {
    const seen: string[] = [];
    for (const who of ['client', 'client2', 'artist', 'artist2', 'newcomer', 'admin'] as const)
      if ((await read(caller(who), lead)).length > 0) seen.push(who);
    return seen;
  };
  // Offered to artists is not given to them.
  expect(await readers()).toEqual(['client', 'admin']);
  await select(db, lead, sent.claim, [id('A2')]);
  expect(await readers()).toEqual(['client', 'artist2', 'admin']);
  await set({ owner: 'mine' }, { token });
  expect(await read(caller('artist2'), lead)).toMatchObject([{ owner: 'mine' }]);
  // What was held shows itself to no artist.
  await db.sql('update public.lead_records set held = true where id = $1', [lead]);
  expect(await readers()).toEqual(['client', 'admin']);
  expect(await code(read(ANON, lead))).toBeDefined();
});

test('stay as they are once a request is withdrawn or painted, and go with who asked', async () => {
  const details = { facts: ALL_FACTS };
  const [withdrawn, painted] = [form({ details }), form({ details })];
  const closed = await submit(db, withdrawn);
  await call(db, ANON, 'select public.close_request(p_token => $1)', [closed.token]);
  expect(await code(set({ owner: 'mine' }, { token: closed.token }))).toBe('request_withdrawn');

  const done = await submit(db, painted);
  await select(db, done.id, painted.claim, [id('A2')]);
  const complete = (confirmed: string, completed = 'now()') =>
    db.sql(
      `update public.lead_assignments set state = 'completed', status = 'completed', accepted_at = now(), completed_by = 'artist',
         completed_at = ${completed}, confirmed_at = ${confirmed} where lead_id = $1`,
      [done.id],
    );
  await complete('null');
  expect(await set({ owner: 'mine' }, { token: done.token })).toMatchObject({ owner: 'mine' });
  await complete('null', `now() - interval '15 days'`);
  expect(await code(set({ owner: 'rented_agreed' }, { token: done.token }))).toBe('move_refused');
  await complete('now()');
  expect(await code(set({ owner: 'rented_agreed' }, { token: done.token }))).toBe('move_refused');
  expect(await read(caller('artist2'), done.id)).toMatchObject([{ owner: 'mine' }]);

  await db.sql('delete from public.lead_contacts where lead_id = $1', [done.id]);
  expect(await read(caller('admin'), done.id)).toEqual([]);
  await call(db, ANON, 'select public.erase_request($1)', [closed.token]);
  expect(await read(caller('admin'), closed.id)).toEqual([]);
});

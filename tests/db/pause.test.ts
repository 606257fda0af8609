import { beforeEach, expect, test } from 'vitest';
import { pauseChoices } from '#features/artists/pause.ts';
import { call, refusal } from './support/actors.ts';
import { ANON, form, select, submit } from './support/leads.ts';
import { caller, id, worldOfFile } from './support/world.ts';

/** An artist who has paused gets no new requests by any way but an admin's, up to the first moment of the day. */
const db = await worldOfFile({ lead_ip_limit: '100000' });
beforeEach(async () => {
  await db.sql(`delete from private.settings where key = 'clock_offset_seconds'`);
  await db.sql('update public.artists set paused_until = null');
});

const UNTIL = pauseChoices()[2]?.value ?? '';
const pause = (until: string | null = UNTIL) =>
  call(db, caller('artist2'), 'update public.artists set paused_until = $1 where id = $2', [
    until,
    id('A2'),
  ]);
const pausedUntil = async () =>
  (await db.sql(`select paused_until::text from public.artists where id = $1`, [id('A2')]))[0];
/** As if it were so many seconds after the first moment of the day on which requests are taken again. */
const clockAt = (seconds: number) =>
  db.sql(
    `insert into private.settings (key, value)
     select 'clock_offset_seconds', ceil(extract(epoch from private.start_of($1::date) - now()) + $2)::int::text
     on conflict (key) do update set value = excluded.value`,
    [UNTIL, seconds],
  );
const slugs = (answer: { matches: { slug: string }[] }) => answer.matches.map(({ slug }) => slug);

test('is left out of the matches, asked by name or not, and the others stay', async () => {
  await pause();
  expect(slugs(await submit(db, form()))).toEqual(['a3']);
  expect(slugs(await submit(db, form({ artist: id('A2') })))).toEqual(['a3']);
  await pause(null);
  expect(slugs(await submit(db, form({ artist: id('A2') })))).toEqual(['a2', 'a3']);
});

test('cannot be chosen by whoever was offered them before', async () => {
  const sent = form();
  const lead = await submit(db, sent);
  expect(slugs(lead)).toEqual(['a2', 'a3']);
  await pause();
  expect((await refusal(select(db, lead.id, sent.claim, [id('A2'), id('A3')]))).code).toBe(
    'artists_not_offered',
  );
  expect(slugs(await submit(db, sent))).toEqual(['a3']);
  const add = () =>
    call<{ page: { artists: unknown[]; matches: { slug: string }[] } }>(
      db,
      ANON,
      'select public.add_request_artist($1, $2) as page',
      [lead.token, id('A2')],
    ).then(([row]) => row?.page);
  expect((await refusal(add())).code).toBe('artists_not_offered');
  await pause(null);
  expect(await add()).toMatchObject({ artists: [{ id: id('A2') }], matches: [{ slug: 'a3' }] });
});

test('is counted by no mail among those who fit', async () => {
  const lead = await submit(db, form({ email: 'counted@example.com' }));
  // An address that nobody has proven is told nothing of them.
  await db.sql('select private.prove_request($1)', [lead.id]);
  const offers = async () => {
    await db.sql(
      `update private.mails set state = 'waiting', next_attempt_at = now(), leased_until = null
       where lead_id = $1`,
      [lead.id],
    );
    const rows = await call<{ data: { lead?: { id: string }; offers?: number } }>(
      db,
      caller('service'),
      'select data from public.lease_mails(100, 60)',
    );
    return rows.find(({ data }) => data.lead?.id === lead.id)?.data.offers;
  };
  expect(await offers()).toBe(2);
  await pause();
  expect(await offers()).toBe(1);
});

test('gets what an admin assigns, and keeps what they have', async () => {
  const sent = form();
  const { id: lead } = await submit(db, sent);
  await select(db, lead, sent.claim, [id('A2')]);
  await pause();
  const { id: another } = await submit(db, form());
  await call(db, caller('admin'), 'select public.admin_assign_request($1, $2)', [
    another,
    [id('A2')],
  ]);
  const held = await call<{ id: string }>(db, caller('artist2'), 'select id from public.leads');
  expect(held.map((row) => row.id)).toEqual(expect.arrayContaining([lead, another]));
});

test('takes requests from the first moment of the day on, without any job', async () => {
  await pause();
  await clockAt(-30);
  expect(slugs(await submit(db, form()))).toEqual(['a3']);
  await clockAt(0);
  expect(slugs(await submit(db, form()))).toEqual(['a2', 'a3']);
  expect(await pausedUntil()).toEqual({ paused_until: UNTIL });
});

test('a pause that is over is forgotten, once, and the pages are told', async () => {
  const end = () =>
    call<{ n: number }>(db, caller('service'), 'select public.end_pauses() as n').then(
      ([row]) => row?.n,
    );
  await pause();
  await clockAt(-30);
  expect(await end()).toBe(0);
  await db.sql('delete from private.site_changes');
  await clockAt(0);
  expect(await end()).toBe(1);
  expect(await end()).toBe(0);
  expect(await pausedUntil()).toEqual({ paused_until: null });
  const told = await db.sql<{ old: object; new: object }>(
    'select old, new from private.site_changes',
  );
  expect(told).toMatchObject([{ old: { paused_until: UNTIL }, new: { paused_until: null } }]);
  // Saved after its day has come, it is none.
  await pause();
  expect(await pausedUntil()).toEqual({ paused_until: null });
});

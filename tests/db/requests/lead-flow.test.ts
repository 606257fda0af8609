import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { submittedLeadSchema } from '#features/requests/lead.ts';
import { call, refusal } from '../support/actors.ts';
import { form, newClaim, select, submit } from '../support/leads.ts';
import { valueIn, valuesIn } from '../support/read.ts';
import { caller, id, worldOfFile } from '../support/world.ts';

const db = await worldOfFile({ lead_ip_limit: '100000', lead_user_limit: '5' });
beforeEach(() => db.sql('delete from private.rate_counters'));

const count = (table: string) => valueIn<number>(db, `select count(*)::int as n from ${table}`);
const asArtist = (who: 'artist' | 'artist2') =>
  call<{ name: string; email: string | null; status: string; assigned_artist: string[] }>(
    db,
    caller(who),
    'select * from public.leads where id = $1',
    [lead],
  );
let lead: string;

describe('sending', () => {
  test('stores trimmed values, the person apart, and answers with the matching cards', async () => {
    const answer = await submit(
      db,
      form({ name: '  Rosa \t', email: ' rosa@example.com\n', phone: ' ', mural_size: '' }),
    );
    expect(submittedLeadSchema.parse(answer)).toEqual(answer);
    expect(answer).toMatchObject({ replayed: false, matches: [{ slug: 'a2' }, { slug: 'a3' }] });
    const [row] = await db.sql(`select * from public.leads where id = $1`, [answer.id]);
    expect(row).toMatchObject({
      name: 'Rosa',
      email: 'rosa@example.com',
      phone: null,
      mural_size: null,
      status: 'new',
      assigned_artist: [],
      created_by_user: null,
      kind: 'quote',
      held: false,
    });
  });

  test('keeps what is said about the wall beside the request, and a form without it is what it was', async () => {
    const details = {
      width_ft: 20,
      height_ft: 10,
      size_source: 'like',
      place: 'inside',
      surface_unsure: true,
      mural_ids: [id('M2'), id('M1')],
    };
    const sent = form({ surface_type: 'other', details });
    const first = await submit(db, sent);
    expect(await submit(db, sent)).toEqual({ ...first, replayed: true });
    const stored = (lead: string) =>
      db.sql('select * from public.request_details where lead_id = $1', [lead]);
    // M2 is a draft.
    const kept = { ...details, mural_ids: [id('M1')] };
    expect(await stored(first.id)).toMatchObject([{ place: 'inside', mural_ids: kept.mural_ids }]);
    const [page] = await call<{ page: { details: object } }>(
      db,
      { role: 'anon' },
      'select public.track_request($1) as page',
      [first.token],
    );
    expect(page?.page.details).toEqual({
      ...kept,
      murals: [{ id: id('M1'), slug: 'm1', title: 'M1', image_url: expect.any(String) }],
    });
    const other = { ...sent, details: { ...details, place: 'outside' } };
    expect((await refusal(submit(db, other))).code).toBe('idempotency_conflict');
    expect((await refusal(submit(db, { ...sent, details: null }))).code).toBe(
      'idempotency_conflict',
    );

    const plain = form();
    const answer = await submit(db, plain);
    const nothing = { place: null, surface_unsure: false, mural_ids: [], size_source: 'typed' };
    for (const same of [null, {}, nothing])
      expect(await submit(db, { ...plain, details: same })).toEqual({ ...answer, replayed: true });
    expect(await stored(answer.id)).toEqual([]);
    // By their addresses too, those that they had before and those of nobody.
    const named = form({
      details: { mural_ids: [id('M1')], mural_slugs: ['r2', 'm1', 'r1', 'm2', 'nowhere'] },
    });
    const { id: byName } = await submit(db, named);
    expect(await stored(byName)).toMatchObject([{ mural_ids: [id('M1')] }]);
    const many = form({
      details: { mural_ids: [id('M1')], mural_slugs: ['a', 'b', 'c', 'd', 'e', 'f'] },
    });
    expect((await refusal(submit(db, many))).code).toBe('liked_murals_too_many');
    // A surface that has a name is known.
    const brick = await submit(db, form({ details: { surface_unsure: true } }));
    expect(await stored(brick.id)).toEqual([]);
  });

  test('duplicates at once make one lead', async () => {
    const sent = form();
    const answers = await Promise.all(Array.from({ length: 8 }, () => submit(db, sent)));
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1);
    expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1);
  });

  test.each([
    ['another form', { name: 'Somebody else' }],
    ['another artist', { artist: id('A2') }],
    ['another claim', { claim: newClaim() }],
  ])('the same key with %s is refused and changes nothing', async (_what, change) => {
    const sent = form();
    await submit(db, sent);
    const before = await count('public.lead_records');
    expect(await refusal(submit(db, { ...sent, ...change }))).toMatchObject({
      code: 'idempotency_conflict',
      status: 409,
    });
    expect(await count('public.lead_records')).toBe(before);
  });

  test('the artist somebody asked for comes first, fitting or not; a private one is left out', async () => {
    const asked = await submit(
      db,
      form({ artist: id('A3'), city: 'Nowhere', style_preference: 'graffiti' }),
    );
    expect(asked.matches.map((match) => match.slug)).toEqual(['a3']);
    const first = await submit(db, form({ artist: id('A3') }));
    expect(first.matches[0]?.slug).toBe('a3');
    const hidden = await submit(db, form({ artist: id('A1'), city: 'Nowhere' }));
    expect(hidden.matches.map((match) => match.slug)).not.toContain('a1');
    const unknown = await submit(db, form({ artist: randomUUID() }));
    expect(unknown.matches.length).toBeGreaterThan(0);
  });

  test.each([
    ['a filled honeypot', { website: 'https://spam.example' }, 'honeypot'],
    ['a form sent at once', { elapsed_ms: 249 }, 'too_fast'],
  ])('%s is held for the admin, with an answer that does not tell', async (_what, change, why) => {
    const answer = await submit(db, form(change));
    expect(answer).toMatchObject({ replayed: false, matches: [] });
    const [row] = await db.sql(
      `select l.held, r.held_reason from public.lead_records l join private.request_reasons r on r.lead_id = l.id where l.id = $1`,
      [answer.id],
    );
    expect(row).toEqual({ held: true, held_reason: why });
  });

  test.each([null, 250, 600_000])('elapsed_ms %s is not held', async (elapsed_ms) => {
    expect((await submit(db, form({ elapsed_ms }))).matches).not.toEqual([]);
  });

  test.each(['short', '', 'a'.repeat(42), `${'a'.repeat(43)}!`, 'a'.repeat(129)])(
    'the claim "%s" is no claim',
    async (claim) => {
      expect((await refusal(submit(db, form({ claim })))).code).toBe('invalid_input');
    },
  );

  test.each(['base64url', 'base64', 'hex'] as const)('a claim may be written in %s', async (as) => {
    const claim = randomBytes(32).toString(as);
    expect((await submit(db, form({ claim }))).replayed).toBe(false);
  });

  test('a refused form leaves nothing behind, not even its key', async () => {
    const sent = form({ city: '' });
    const before = await count('private.request_intake');
    expect(await refusal(submit(db, sent))).toMatchObject({
      code: 'city_required',
      message: 'City is required',
      field: 'city',
      status: 422,
    });
    expect(await count('private.request_intake')).toBe(before);
    expect((await submit(db, { ...sent, city: 'Austin' })).replayed).toBe(false);
  });
});

describe('selecting', () => {
  test('assigns the offered artists once; the same choice again is the same answer', async () => {
    const sent = form();
    const { id: made, matches } = await submit(db, sent);
    const all = matches.map((match) => match.id);
    expect(await select(db, made, sent.claim, all)).toEqual({ sent: 2, replayed: false });
    expect(await select(db, made, sent.claim, [...all].reverse())).toEqual({
      sent: 2,
      replayed: true,
    });
    expect(await select(db, made, sent.claim, [...all, ...all, null])).toEqual({
      sent: 2,
      replayed: true,
    });
    expect((await refusal(select(db, made, sent.claim, all.slice(1)))).code).toBe('already_sent');
    expect(await submit(db, sent)).toMatchObject({ id: made, replayed: true, matches: [] });
  });

  test('the same choice at once is one choice', async () => {
    const sent = form();
    const { id: made, matches } = await submit(db, sent);
    const ids = matches.map((match) => match.id);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => select(db, made, sent.claim, ids)),
    );
    expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1);
  });

  test.each([[[]], [null], [[null]]])('%j is no choice', async (ids) => {
    expect(await refusal(select(db, randomUUID(), newClaim(), ids))).toMatchObject({
      code: 'artists_required',
      message: 'Please select at least one artist',
    });
  });

  test('an unknown lead, a wrong claim and an expired one get the same answer', async () => {
    const sent = form();
    const { id: made } = await submit(db, sent);
    const answers = [
      await refusal(select(db, randomUUID(), sent.claim, [id('A2')])),
      await refusal(select(db, made, newClaim(), [id('A2')])),
      await refusal(select(db, made, null, [id('A2')])),
    ];
    await db.sql(
      `update private.request_intake set claim_expires_at = now() - interval '1 s' where lead_id = $1`,
      [made],
    );
    answers.push(await refusal(select(db, made, sent.claim, [id('A2')])));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ code: 'claim_refused', status: 403 });
  });

  test('nobody who was not offered, or went private since, can be chosen', async () => {
    const sent = form();
    const { id: made } = await submit(db, sent);
    const chosen = [[id('A1')], [id('A2'), id('A1')], [randomUUID()]];
    for (const ids of chosen) {
      expect((await refusal(select(db, made, sent.claim, ids))).code).toBe('artists_not_offered');
    }
    await db.sql(`update public.artists set public_visible = false where id = $1`, [id('A3')]);
    expect((await refusal(select(db, made, sent.claim, [id('A3')]))).code).toBe(
      'artists_not_offered',
    );
    expect((await submit(db, sent)).matches.map((match) => match.slug)).toEqual(['a2']);
    await db.sql(`update public.artists set public_visible = true where id = $1`, [id('A3')]);
    expect(await select(db, made, sent.claim, [id('A3')])).toMatchObject({ sent: 1 });
  });

  test('a held lead can be sent to nobody', async () => {
    const sent = form({ website: 'x' });
    const { id: made } = await submit(db, sent);
    expect((await refusal(select(db, made, sent.claim, [id('A2')]))).code).toBe(
      'artists_not_offered',
    );
  });
});

describe('two artists on one lead', () => {
  beforeAll(async () => {
    await db.sql(`update public.artists set public_visible = true where id = $1`, [id('A1')]);
    const sent = form();
    ({ id: lead } = await submit(db, sent, caller('client')));
    await select(db, lead, sent.claim, [id('A1'), id('A2')]);
    await db.sql(`update public.artists set public_visible = false where id = $1`, [id('A1')]);
  });
  const status = (who: 'artist' | 'artist2' | 'admin' | 'client', to: string | null) =>
    call(db, caller(who), 'select public.set_lead_status($1, $2)', [lead, to]);

  test('taking it shows the person to that artist only, and giving it back hides them again', async () => {
    await status('artist', 'in_review');
    expect(await asArtist('artist')).toMatchObject([{ name: 'Rosa Delgado', status: 'in_review' }]);
    expect(await asArtist('artist2')).toMatchObject([{ name: '***', email: null, status: 'new' }]);
    const [seen] = await call(db, caller('client'), 'select * from public.leads where id = $1', [
      lead,
    ]);
    expect(seen).toMatchObject({ name: 'Rosa Delgado', status: 'in_review' });
    await status('artist', 'new');
    expect(await asArtist('artist')).toMatchObject([{ name: '***', status: 'new' }]);
  });

  test.each([null, '', 'done', 'NEW'])('"%s" is no status', async (to) => {
    expect(await refusal(status('artist', to))).toMatchObject({
      code: 'status_refused',
      message: 'Failed to update status',
    });
  });

  test('an admin moves both; every change is in the audit log, none without one', async () => {
    await db.sql('delete from private.audit_log');
    await status('admin', 'in_review');
    await status('admin', 'in_review');
    const rows = await db.sql(
      `select actor, action, subject, detail ->> 'to' as to from private.audit_log`,
    );
    const entry = { actor: id('admin'), action: 'lead.status', subject: lead, to: 'in_review' };
    expect(rows).toEqual([entry, entry]);
  });
});

test('a request that wants a call first is a consultation', async () => {
  const sent = form({ details: { call_first: true } });
  ({ id: lead } = await submit(db, sent));
  expect(await submit(db, sent)).toMatchObject({ id: lead, replayed: true });
  const [row] = await db.sql('select kind from public.lead_records where id = $1', [lead]);
  expect(row).toEqual({ kind: 'consultation' });
});

describe('the admin and held leads', () => {
  const admin = (text: string, params: unknown[]) =>
    call<{ answer: never }>(db, caller('admin'), text, params);

  test('releasing gives the fitting artists; assigning gives them the lead', async () => {
    const sent = form({ website: 'x' });
    ({ id: lead } = await submit(db, sent));
    const [row] = await admin('select public.admin_release_request($1) as answer', [lead]);
    expect(row?.answer).toMatchObject({ id: lead, matches: [{ slug: 'a2' }, { slug: 'a3' }] });
    await admin('select public.admin_assign_request($1, $2)', [lead, [id('A2')]]);
    expect(await asArtist('artist2')).toMatchObject([{ name: '***', status: 'new' }]);
    expect((await refusal(select(db, lead, sent.claim, [id('A3')]))).code).toBe('already_sent');
    expect((await refusal(admin('select public.admin_release_request($1)', [lead]))).code).toBe(
      'invalid_input',
    );
  });

  test('a held lead is deleted, one or all, comes back within a day, and goes for good', async () => {
    const held = async () => {
      const answer = await submit(db, form({ website: 'x' }));
      return answer.id;
    };
    const [spam, right, more] = [await held(), await held(), await held()];
    const answered = async (text: string, params: unknown[] = []) =>
      (await admin(`select ${text} as answer`, params))[0]?.answer as unknown as {
        deleted: string[];
        suggestions: unknown[];
        held: { rows: { id: string }[] };
      };
    expect((await answered('public.admin_request($1)', [spam])).suggestions).toEqual([]);
    expect(await answered('public.delete_held_requests($1)', [[spam, lead]])).toEqual({
      deleted: [spam],
    });
    const all = await answered('public.delete_held_requests()');
    expect(all.deleted).toEqual(expect.arrayContaining([right, more]));
    expect(all.deleted).not.toContain(lead);
    expect((await answered('public.admin_needs()')).held.rows).toEqual([]);
    await admin('select public.keep_held_requests($1)', [[right]]);
    expect((await answered('public.admin_needs()')).held.rows).toMatchObject([{ id: right }]);
    const left = () =>
      valuesIn<string>(db, 'select id from public.lead_records where id = any ($1) order by id', [
        [spam, right, more],
      ]);
    await db.sql('select private.delete_old_rows()');
    expect(await left()).toHaveLength(3);
    await db.sql(
      `update public.lead_records set withdrawn_at = withdrawn_at - interval '25 hours' where id = any ($1)`,
      [[spam, more]],
    );
    await db.sql('select private.delete_old_rows()');
    expect(await left()).toEqual([right]);
    await db.sql(
      `update public.lead_records set created_at = now() - interval '31 days' where id = $1`,
      [right],
    );
    await db.sql('select private.delete_old_rows()');
    expect(await left()).toEqual([]);
  });

  test('assigning replaces who has it and keeps the status of who stays', async () => {
    await call(db, caller('artist2'), 'select public.set_lead_status($1, $2)', [lead, 'completed']);
    await admin('select public.admin_assign_request($1, $2)', [lead, [id('A2'), id('A3')]]);
    const rows = await db.sql(
      'select artist_id, status from public.lead_assignments where lead_id = $1 order by status desc',
      [lead],
    );
    expect(rows).toEqual([
      { artist_id: id('A2'), status: 'completed' },
      { artist_id: id('A3'), status: 'new' },
    ]);
    await admin('select public.admin_assign_request($1, $2)', [lead, []]);
    expect(await asArtist('artist2')).toEqual([]);
    expect(
      (await refusal(admin('select public.admin_assign_request($1, $2)', [lead, [randomUUID()]])))
        .code,
    ).toBe('artist_unknown');
  });
});

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AdminNeeds, needsSchema } from '#dashboards/admin/needs.ts';
import { adminArtistCardSchema } from '#features/artists/admin/artist-choice.ts';
import type { AdminLead } from '#features/leads/admin/admin-lead.ts';
import { noteFormSchema } from '#features/leads/admin/notes.ts';
import { type OpenedLead, openedLeadSchema } from '#features/leads/admin/opened-lead.ts';
import { wallDay } from '#lib/day.ts';
import { z } from '#lib/zod.ts';
import { callByName, refusal } from './support/actors.ts';
import { form, submit } from './support/leads.ts';
import { daysLater, valuesIn } from './support/read.ts';
import { type Actor, caller, id, worldOfFile } from './support/world.ts';

const db = await worldOfFile();
beforeAll(async () => {
  // An artist with an account and a page, who can be reminded.
  await db.sql('update public.artists set public_visible = true where id = $1', [id('A1')]);
});

const rpc = <T>(name: string, args: Record<string, unknown> = {}, who: Actor = 'admin') =>
  callByName<T>(db, caller(who), name, args);
const needs = async (): Promise<AdminNeeds> =>
  needsSchema.parse(await rpc('admin_needs', { rows: 50 }));
const opened = async (lead: string): Promise<OpenedLead> =>
  openedLeadSchema.parse(await rpc('admin_request', { lead }));
const request = async (changes: Parameters<typeof form>[0] = {}) =>
  (await submit(db, form(changes))).id;
const give = (lead: string, artist: string, hours = 0) =>
  db.sql(
    `insert into public.lead_assignments (lead_id, artist_id, created_at) values ($1, $2, now() - $3 * interval '1 hour')`,
    [lead, artist, hours],
  );
const ids = (rows: readonly { id: string }[]) => rows.map((row) => row.id);
const audited = (action: string, subject: string) =>
  valuesIn<Record<string, unknown>>(
    db,
    'select detail from private.audit_log where action = $1 and subject = $2 order by id',
    [action, subject],
  );

describe('what needs an admin', () => {
  test('is held, without an artist, or without an answer for 48 hours since it was last given', async () => {
    const [alone, waits, fresh, answered, gone] = await Promise.all(
      Array.from({ length: 5 }, () => request()),
    );
    if (!alone || !waits || !fresh || !answered || !gone) throw new Error('five requests');
    await give(waits, id('A1'), 49);
    await give(fresh, id('A1'), 60);
    await give(fresh, id('A3'), 47);
    await give(answered, id('A1'), 90);
    await db.sql(`update public.lead_assignments set status = 'in_review' where lead_id = $1`, [
      answered,
    ]);
    await db.sql('update public.lead_records set withdrawn_at = now() where id = $1', [gone]);
    const found = await needs();
    expect(ids(found.held.rows)).toContain(id('L3'));
    expect(ids(found.unassigned.rows)).toEqual(expect.arrayContaining([alone, id('L4')]));
    expect(ids(found.unanswered.rows)).toEqual([waits]);
    expect(found.unanswered.total).toBe(1);
    const all = JSON.stringify(found);
    for (const lead of [fresh, answered, gone]) expect(all).not.toContain(lead);

    // The same requests stand in the list that the tab leads to.
    for (const need of ['held', 'unassigned', 'unanswered'] as const) {
      const list = await rpc<{ rows: { id: string }[] }>('admin_list_requests', { filter: need });
      expect(ids(list.rows).sort(), need).toEqual(ids(found[need].rows).sort());
    }
    await db.sql(
      `update public.lead_records set created_at = now() - interval '31 days' where id = $1`,
      [alone],
    );
    expect((await needs()).unassigned).toMatchObject({ older: 1 });
    expect(ids((await needs()).unassigned.rows)).not.toContain(alone);
  });

  test('is a mail server that takes nothing from us, as one thing', async () => {
    const waits = (answer: string, age: string) =>
      db.sql(
        `insert into private.mails (kind, event, address, attempts, answer, created_at)
         values ('request_confirmed', gen_random_uuid()::text, 'a@example.com', 5, $1, now() - $2::interval)`,
        [answer, age],
      );
    await waits('greylisted', '10 minutes');
    expect((await needs()).mails).toMatchObject({ total: 0, stuck: null });
    await waits('550 5.4.5 Daily quota', '2 hours');
    await waits('550 5.4.5 Daily quota exceeded', '1 hour');
    expect((await needs()).mails).toMatchObject({
      total: 1,
      rows: [],
      stuck: { total: 2, answer: '550 5.4.5 Daily quota exceeded' },
    });
    await db.sql(`delete from private.mails where address = 'a@example.com'`);
  });

  test('is reported, claimed, or a mail that was given up and not settled', async () => {
    await db.sql(
      `insert into private.conversation_reports (lead_id, artist_id, side, message_id, reason) values ($1, $2, 'artist', $3, 'Rude')`,
      [id('L1'), id('A2'), id('X1')],
    );
    const [mail] = await db.sql<{ id: number }>(
      `insert into private.mails (kind, event, address, state, answer) values ('request_confirmed', 'lost', 'lost@example.com', 'failed', '550 Nobody here') returning id`,
    );
    const found = await needs();
    expect(found.conversations.rows).toMatchObject([
      { lead_id: id('L1'), side: 'artist', reason: 'Rude' },
    ]);
    expect(found.pictures.rows).toMatchObject([{ id: id('PR') }]);
    expect(found.claims.rows).toMatchObject([{ name: 'A4', email: 'newcomer@example.com' }]);
    expect(found.mails.rows).toMatchObject([{ to: 'lost@example.com', answer: '550 Nobody here' }]);

    await rpc('dismiss_mail', { id: mail?.id });
    await rpc('dismiss_mail', { id: mail?.id });
    expect((await needs()).mails.total).toBe(0);
    // Sent again and refused again: somebody has to look anew.
    await rpc('resend_mail', { id: mail?.id });
    await db.sql(`update private.mails set state = 'failed' where id = $1`, [mail?.id]);
    expect((await needs()).mails.total).toBe(1);
    expect(await refusal(rpc('dismiss_mail', { id: 999_999 }))).toMatchObject({
      code: 'invalid_input',
    });
  });
});

describe('one request', () => {
  test('has up to three artists who suit it and do not have it, with why and what they have', async () => {
    await db.sql(
      `insert into public.artists (name, slug, city, state, styles, public_visible, average_rating)
       select 'Fit ' || n, 'fit-' || n, 'San Antonio', 'TX', '{Abstract}', true, 5 from generate_series(1, 5) n`,
    );
    const lead = await request();
    const { suggestions } = await opened(lead);
    expect(suggestions).toHaveLength(3);
    for (const { reason } of suggestions) expect(reason).toMatch(/\S/);
    const [first] = suggestions;
    expect(first?.open_requests).toBe(0);
    await rpc('assign_requests', { leads: [lead], artist: first?.id });
    const after = await opened(lead);
    expect(ids(after.suggestions)).not.toContain(first?.id);
    const cards = z
      .array(adminArtistCardSchema)
      .parse(await rpc('admin_find_artists', { search: first?.slug }));
    expect(cards).toMatchObject([{ id: first?.id, open_requests: 1, city: 'San Antonio' }]);
    expect(await rpc('admin_request', { lead: randomUUID() })).toBeNull();
  });

  test('is found by its number however it is written, and narrowed by what was asked for', async () => {
    const lead = await request({
      phone: '+1 (830) 555-0147',
      city: 'Boerne',
      name: 'Phone Person',
    });
    const found = async (args: Record<string, unknown>) =>
      ids((await rpc<{ rows: { id: string }[] }>('admin_list_requests', args)).rows);
    for (const search of ['8305550147', '830-555', '+1 830 555 01 47', '5550147', '(830) 555-0147'])
      expect(await found({ search }), search).toEqual([lead]);
    expect(await found({ search: '147' })).not.toContain(lead);
    const day = wallDay();
    expect(await found({ city: 'BOERNE' })).toEqual([lead]);
    const all = { city: 'boerne', style: 'abstract', budget: '1k-5k', from: day, until: day };
    expect(await found(all)).toEqual([lead]);
    expect(await found({ ...all, budget: '10k-plus' })).toEqual([]);
    expect(await found({ ...all, from: '2020-01-01', until: '2020-12-31' })).toEqual([]);
    expect(await found({ city: `x' or 'a' = 'a` })).toEqual([]);
    expect(await rpc('admin_request_cities')).toEqual(expect.arrayContaining(['Boerne', 'Austin']));
    const { lead: row } = await opened(lead);
    expect(await found({ search: row.reference })).toEqual([lead]);
  });
});

describe('notes', () => {
  test.each(['', '   ', 'x', 'x'.repeat(1000), 'x'.repeat(1001), '\u00a0\n'])(
    'are judged alike in SQL and in the form: %j',
    async (note) => {
      const inForm = noteFormSchema.safeParse({ note });
      const inSql = await refusal(rpc('add_request_notes', { leads: [id('L4')], note })).catch(
        () => null,
      );
      expect(inSql === null).toBe(inForm.success);
      if (inSql) expect(inForm.error?.issues[0]?.message).toBe(inSql.message);
    },
  );

  test('are of admins alone, in the trail without their words, and gone with whoever asked', async () => {
    const lead = await request({ email: 'noted@example.com' });
    await rpc('add_request_notes', { leads: [lead], note: 'Sounds like a hotel chain' });
    const { notes } = await opened(lead);
    expect(notes).toMatchObject([
      { body: 'Sounds like a hotel chain', author: 'admin@example.com' },
    ]);
    expect(await audited('lead.noted', lead)).toEqual([{ note: notes[0]?.id }]);
    const dump = await Promise.all(
      (['client', 'artist', 'admin'] as const).map((who) => rpc('export_my_data', {}, who)),
    );
    expect(JSON.stringify(dump)).not.toContain('hotel chain');
    await rpc('delete_request_note', { note: notes[0]?.id });
    expect((await opened(lead)).notes).toEqual([]);
    expect(await audited('lead.note_removed', lead)).toHaveLength(1);

    await rpc('add_request_notes', { leads: [lead], note: 'Asks for a discount' });
    await db.sql('delete from public.lead_contacts where lead_id = $1', [lead]);
    expect(await db.sql('select 1 from private.request_notes where lead_id = $1', [lead])).toEqual(
      [],
    );
  });
});

describe('several at once', () => {
  test('are given to an artist, but for those that cannot be', async () => {
    const [one, two, closed] = await Promise.all([request(), request(), request()]);
    await give(two, id('A3'));
    await db.sql('update public.lead_records set withdrawn_at = now() where id = $1', [closed]);
    expect(
      await rpc('assign_requests', { leads: [one, two, closed, one], artist: id('A3') }),
    ).toEqual({ assigned: 1, left: 2 });
    expect((await opened(one)).lead.assignments.map((a) => a.artist_id)).toEqual([id('A3')]);
    expect(await refusal(rpc('assign_requests', { leads: [], artist: id('A3') }))).toMatchObject({
      code: 'invalid_input',
    });
    const many = Array.from({ length: 101 }, () => randomUUID());
    expect(await refusal(rpc('add_request_notes', { leads: many, note: 'x' }))).toMatchObject({
      code: 'leads_too_many',
    });
  });

  test('remind whoever is silent, once a day', async () => {
    const lead = await request();
    await give(lead, id('A1'), 50);
    await give(lead, id('A3'), 50);
    expect(await rpc('remind_artists', { leads: [lead] })).toEqual({ reminded: 1 });
    expect(await rpc('remind_artists', { leads: [lead] })).toEqual({ reminded: 0 });
    const mails = await db.sql<{ user_id: string }>(
      `select user_id from private.mails where kind = 'lead_waiting' and lead_id = $1`,
      [lead],
    );
    expect(mails).toEqual([{ user_id: id('artist') }]);
    await daysLater(db, 1);
    expect(await rpc('remind_artists', { leads: [lead] })).toEqual({ reminded: 1 });
    await db.sql(`delete from private.settings where key = 'clock_offset_seconds'`);
    expect(await audited('lead.reminded', lead)).toHaveLength(2);
  });
});

describe('doubles', () => {
  const twice = async () => {
    const email = `twice-${randomUUID().slice(0, 8)}@example.com`;
    return [await request({ email }), await request({ email })] as const;
  };
  const prove = (...leads: string[]) =>
    db.sql('select private.prove_request(l) from unnest($1::uuid[]) l', [leads]);

  test('of an address that anybody may have typed are not one, whichever of them is kept', async () => {
    const [keep, double] = await twice();
    const merge = async (args: { keep: string; double: string }) =>
      (await refusal(rpc('merge_requests', args))).code;
    for (const proven of [[], [keep], [double]]) {
      await db.sql('update private.request_senders set proven_at = null, proven_by = null');
      await prove(...proven);
      expect(await merge({ keep, double })).toBe('person_unproven');
      expect(await merge({ keep: double, double: keep })).toBe('person_unproven');
    }
    const { lead, doubles } = await opened(keep);
    expect([lead.proven, doubles[0]?.proven, doubles[0]?.mergeable]).toEqual([false, true, false]);
    const { rows } = await rpc<{ rows: AdminLead[] }>('admin_list_requests', { limit: 100 });
    const listed = new Map(rows.map((row) => [row.id, row.proven]));
    expect([listed.get(keep), listed.get(double)]).toEqual([false, true]);
    await prove(keep);
    expect((await opened(keep)).doubles[0]?.mergeable).toBe(true);
    await rpc('merge_requests', { keep, double });
  });

  test('become one: the artists of both have it, nobody is told again, and the other leads to it', async () => {
    const [keep, double] = await twice();
    await prove(keep, double);
    await give(keep, id('A3'), 5);
    await give(double, id('A3'), 5);
    await give(double, id('A1'), 5);
    await db.sql(
      `update public.lead_assignments set status = 'in_review' where lead_id = $1 and artist_id = $2`,
      [double, id('A1')],
    );
    expect(ids((await opened(keep)).doubles)).toEqual([double]);
    await rpc('add_request_notes', { leads: [double], note: 'Sent from the phone' });
    const before = await db.sql('select 1 from private.mails where lead_id = $1', [keep]);
    expect(await rpc('merge_requests', { keep, double })).toEqual({ id: keep, replayed: false });
    expect(await rpc('merge_requests', { keep, double })).toEqual({ id: keep, replayed: true });

    const kept = await opened(keep);
    expect(kept.lead.assignments.map((a) => [a.artist_id, a.state]).sort()).toEqual(
      [
        [id('A1'), 'talking'],
        [id('A3'), 'sent'],
      ].sort(),
    );
    expect(kept.notes).toMatchObject([{ body: 'Sent from the phone' }]);
    expect(kept.doubles).toMatchObject([{ id: double, merged_into: keep }]);
    const closed = await opened(double);
    expect(closed.lead.merged_into).toBe(keep);
    expect(closed.lead.withdrawn_at).not.toBeNull();
    expect(closed.lead.assignments.map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn']);
    expect(await db.sql('select 1 from private.mails where lead_id = $1', [keep])).toEqual(before);
    expect(await audited('lead.merged', keep)).toMatchObject([{ double, artists: [id('A1')] }]);
    const [page] = await db.sql<{ page: { merged_into: string } }>(
      'select private.request_data($1) as page',
      [double],
    );
    expect(page?.page.merged_into).toBe(kept.lead.reference);
  });

  test('are of one person, open, and not decided', async () => {
    const [keep, double] = await twice();
    await prove(keep, double);
    const refused = async (args: object, code: string) =>
      expect(await refusal(rpc('merge_requests', args as never))).toMatchObject({ code });
    await refused({ keep, double: await request() }, 'leads_differ');
    await refused({ keep, double: keep }, 'leads_differ');
    await refused({ keep, double: randomUUID() }, 'leads_differ');
    await give(double, id('A1'), 5);
    await db.sql(`update public.lead_assignments set state = 'accepted' where lead_id = $1`, [
      double,
    ]);
    await refused({ keep, double }, 'double_decided');
    await rpc('merge_requests', { keep: double, double: keep });
    await refused({ keep, double }, 'request_withdrawn');
  });
});

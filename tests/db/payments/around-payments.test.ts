import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import { termsSchema, USUAL_TERMS } from '#features/agreements/agreement.ts';
import { refusal, scratch } from '../support/actors.ts';
import { ask, HALVES, jobOfL1 } from '../support/payments.ts';
import { mailKinds, valueIn } from '../support/read.ts';
import { id, worldOfFile } from '../support/world.ts';

/** How an artist wants to be paid, how a proposal is split, and what is left of it all. */
const db = await worldOfFile();
const job = jobOfL1(db);
beforeEach(() => job.begin());

describe('how to pay', () => {
  const TERMS = { ...termsSchema.parse(USUAL_TERMS), how_to_pay: '' };
  const save = (changes: object, read: object = TERMS) =>
    ask<Record<string, unknown>>(db, 'artist2', 'public.save_agreement_terms($1, $2)', [
      JSON.stringify(changes),
      JSON.stringify(read),
    ]);
  beforeEach(() => db.sql('delete from public.agreement_terms where artist_id = $1', [id('A2')]));

  test('is kept with the terms, and nothing until it is said', async () => {
    expect(await save({ rounds: 3 })).toMatchObject({ rounds: 3, how_to_pay: '' });
    const words = ' Zelle to 210-555-0143, or https://venmo.com/u/12345678 ';
    expect(await save({ how_to_pay: words })).toMatchObject({ how_to_pay: words.trim() });
  });

  test.each([
    ['x'.repeat(501), 'agreement_text_too_long'],
    ['Account 123456789 at Frost', 'account_number_refused'],
    [5, 'invalid_input'],
  ])('%j is refused', async (words, code) => {
    expect(await refusal(save({ how_to_pay: words }))).toMatchObject({ code, field: 'how_to_pay' });
  });

  test('is signed by both, and another one is a version that both hear of', async () => {
    await save({ how_to_pay: 'Zelle to 210-555-0143' });
    await job.agree(HALVES, { how_to_pay: 'Zelle to 210-555-0143' });
    const before = await job.read('guest');
    expect(before.how_to_pay).toBe('Zelle to 210-555-0143');
    await save(
      { how_to_pay: 'https://venmo.com/u/else' },
      { ...TERMS, how_to_pay: 'Zelle to 210-555-0143' },
    );
    expect(await job.read('guest')).toEqual(before);
    await db.sql('delete from private.mails');
    const hash = await job.offer(HALVES, { how_to_pay: 'Cash' });
    expect((await job.read('guest')).how_to_pay).toBe('Zelle to 210-555-0143');
    await job.sign('client', hash);
    await job.sign('artist2', hash);
    expect(await job.read('guest')).toMatchObject({ how_to_pay: 'Cash', hash });
    expect(await mailKinds(db, `kind like '%agreement%'`)).toEqual([
      'request_agreement_offered',
      'lead_agreement_signed',
      'request_agreement_in_force',
      'lead_agreement_in_force',
    ]);
  });
});

describe('the split of a proposal', () => {
  const send = (preset: string | null | undefined, once: string) =>
    ask<{ id: string; replayed: boolean }>(
      db,
      'artist',
      `public.send_proposal(p_lead => $1, p_low => 900, p_high => null, p_starts_on => current_date + 9, p_days => 3,
         p_message => null, p_valid_until => current_date + 9, p_key => $2${preset === undefined ? '' : ', p_preset => $3'})`,
      [id('L1'), once, ...(preset === undefined ? [] : [preset])],
    );

  test('is kept, seen by both sides, and part of what a key stands for', async () => {
    const once = randomUUID();
    const sent = await send('thirds', once);
    expect(await send('thirds', once)).toEqual({ ...sent, replayed: true });
    for (const other of ['halves', null, undefined])
      expect(await refusal(send(other, once))).toMatchObject({ code: 'idempotency_conflict' });
    for (const who of ['client', 'artist'] as const)
      expect(
        await ask(db, who, '(select preset from public.proposals where id = $1)', [sent.id]),
      ).toBe('thirds');
    const none = await send(undefined, randomUUID());
    const [row] = await db.sql('select preset from public.proposals where id = $1', [none.id]);
    expect(row).toEqual({ preset: null });
  });

  test('is one of four', async () => {
    expect(await refusal(send('fifths', randomUUID()))).toMatchObject({
      code: 'invalid_input',
      field: 'preset',
    });
  });
});

describe('nothing is left', () => {
  const left = (on: Queryable = db) =>
    valueIn<number>(
      on,
      `select ((select count(*) from private.payment_parts) + (select count(*) from private.payment_notes))::int`,
    );

  test.each([
    ['the request is erased', `delete from public.lead_contacts where lead_id = '${id('L1')}'`],
    ['the artist is gone', `delete from public.artists where id = '${id('A2')}'`],
  ])('when %s', async (_, sql) => {
    const { parts } = await job.agree(HALVES);
    await job.report('client', parts[0]?.id);
    expect(await left()).toBe(4);
    await scratch(db, async (tx) => {
      await tx.sql(sql);
      expect(await left(tx)).toBe(0);
    });
  });
});

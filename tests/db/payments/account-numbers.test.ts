import { expect, test } from 'vitest';
import { hasAccountNumber } from '#lib/account-number.ts';
import { ACCOUNT_NUMBERS, NO_ACCOUNT_NUMBERS } from '../../support/cases/account-number-cases.ts';
import { CODE_CASES } from '../../support/cases/code-cases.ts';
import { call, codeOf } from '../support/actors.ts';
import { caller, id, worldOfFile } from '../support/world.ts';

const db = await worldOfFile();

test('numbers of accounts are found by the same rule', async () => {
  const texts = [...ACCOUNT_NUMBERS, ...NO_ACCOUNT_NUMBERS];
  const found = await db.sql<{ found: boolean }>(
    `select private.has_account_number(t.text) as found from unnest($1::text[]) with ordinality t (text, at) order by at`,
    [texts],
  );
  expect(found.map((row) => row.found)).toEqual(texts.map(hasAccountNumber));
});

test('no text of a job has the number of a card', async () => {
  const triggers = await db.sql<{ field: string; at: string }>(
    `select event_object_schema || '.' || event_object_table as at, action_statement as field
     from information_schema.triggers where action_statement like '%refuse_card_numbers%' and event_manipulation = 'INSERT'`,
  );
  const fields = triggers.flatMap(({ at, field }) =>
    [...field.matchAll(/'(\w+)'/g)].map(([, name]) => `${at}.${name}`),
  );
  expect(fields.sort()).toEqual([
    'private.agreements.change',
    'private.agreements.ended_reason',
    'private.payment_notes.how',
    'private.payment_notes.note',
    'private.sketch_events.note',
    'private.sketch_pins.body',
    'public.assignment_events.reason',
    'public.lead_records.project_description',
    'public.proposals.message',
    'public.reviews.body',
    'public.reviews.reply',
  ]);
  const change = (field: string, words: string) => {
    const [schema, table, column] = field.split('.');
    return db.sql(`update ${schema}.${table} set ${column} = $1`, [words]);
  };
  for (const field of [
    'public.proposals.message',
    'private.agreements.change',
    'public.lead_records.project_description',
  ])
    expect(await change(field, 'My card is 4111 1111.1111-1111').catch(codeOf), field).toBe(
      'account_number_refused',
    );
});

test('the secret key writes texts without the number of a card', async () => {
  const write = (words: string) =>
    call(
      db,
      caller('service'),
      'update public.lead_records set project_description = $1 where id = $2',
      [words, id('L1')],
    );
  await write('A wall of 20 by 8 feet.');
  expect(await write('My card is 4111111111111111').catch(codeOf)).toBe('account_number_refused');
});

test('no message has the number of a card', async () => {
  const send = call(
    db,
    caller('client'),
    'select public.send_message($1, $2, $3, gen_random_uuid())',
    [id('L1'), id('A2'), 'My card is 4111 1111.1111-1111'],
  );
  expect(await send.catch(codeOf)).toBe('account_number_refused');
});

test('codes are read by their digits, as in the form', async () => {
  const read = await db.sql<{ code: string }>(
    `select private.code_digits(t.text) as code from unnest($1::text[]) with ordinality t (text, at) order by at`,
    [CODE_CASES.map(([typed]) => typed)],
  );
  expect(read.map(({ code }) => code)).toEqual(CODE_CASES.map(([, code]) => code));
});

import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import {
  type AgreementDraft,
  agreementDraftSchema,
  agreementSchema,
  TEMPLATE,
  USUAL_TERMS,
} from '#features/agreements/agreement.ts';
import { type OwnClause, USUAL_CLAUSES } from '#features/agreements/usual-clauses.ts';
import { MESSAGES } from '#lib/errors.ts';
import {
  AGREEMENT_CASES,
  agreementCase,
  storedClauses,
} from '#tests/support/cases/agreement-cases.ts';
import type { TestBackend } from '../../support/backend.ts';
import { effort } from '../../support/effort.ts';
import { become, codeOf, refusal, scratch, work } from '../support/actors.ts';
import { ask as asked, type Who } from '../support/payments.ts';
import { mailKinds, valueIn, valuesIn } from '../support/read.ts';
import { type Actor, id, TOKEN_L1, worldOfFile } from '../support/world.ts';

/** What is offered, signed and ended, by whom, and that nothing else is. */
const db = await worldOfFile();
const key = [id('L1'), id('A2')];

beforeEach(async () => {
  await db.sql('delete from private.agreements');
  await db.sql(
    `delete from private.mails where kind like '%agreement%' or kind = 'request_signing_code'`,
  );
  await db.sql(
    `update public.lead_assignments set state = 'accepted', accepted_at = now(), status = 'in_review'
       where lead_id = $1 and artist_id = $2`,
    key,
  );
});

interface Version {
  version: number;
  body: string;
  hash: string;
  signatures: { side: string; name: string }[];
}
interface Answer {
  side: string;
  by_code: boolean;
  state: string;
  change: string | null;
  refused?: string;
  current: Version | null;
  in_force: Version | null;
}
/** The body of an agreement as the form sends it; what breaks a rule goes as it was typed. */
function bodyOf(change: Partial<AgreementDraft>): Record<string, unknown> {
  const draft = agreementCase(change);
  const parsed = agreementDraftSchema.safeParse(draft);
  if (parsed.success) return parsed.data;
  const amount = (text: string) => Number(text.replaceAll(',', ''));
  return {
    ...draft,
    rounds: amount(draft.rounds),
    price: amount(draft.price),
    parts: draft.parts.map((one) => ({ ...one, amount: amount(one.amount) })),
    template: TEMPLATE,
  };
}

const ask = asked<Answer>;
const offer = (
  on: TestBackend | Queryable,
  {
    change = {},
    read = 0,
    as = 'artist2',
    once = randomUUID(),
  }: {
    change?: Partial<AgreementDraft>;
    read?: number;
    as?: Actor;
    once?: string;
  } = {},
) =>
  ask(on, as, 'public.offer_agreement($1, $2::jsonb, $3, $4)', [
    id('L1'),
    JSON.stringify(bodyOf(change)),
    read,
    once,
  ]);

const tokenOf = (who: Who) => (who === 'guest' ? TOKEN_L1 : null);
const read = (who: Who) =>
  ask(db, who, 'public.read_agreement($1, $2, $3)', [...key, tokenOf(who)]);
const sign = (who: Who, hash: string, { name = 'Ana Ruiz', code = '' } = {}) =>
  ask(db, who, 'public.sign_agreement($1, $2, $3, $4, p_code => $5, p_token => $6)', [
    ...key,
    hash,
    name,
    code,
    tokenOf(who),
  ]);
const askChange = (who: Who, hash: string, text: string) =>
  ask(db, who, 'public.ask_agreement_change($1, $2, $3, $4, $5)', [
    ...key,
    hash,
    text,
    tokenOf(who),
  ]);
const takeBack = (hash: string) =>
  ask(db, 'artist2', 'public.take_back_agreement($1, $2)', [id('L1'), hash]);
const end = (who: Who, reason: string) =>
  ask(db, who, 'public.end_agreement($1, $2, $3, $4)', [...key, reason, tokenOf(who)]);
const sendCode = (who: Who, hash: string) =>
  ask(db, who, 'public.send_agreement_code($1, $2, $3, $4)', [...key, hash, tokenOf(who)]);

const hashOf = ({ current }: Answer) => current?.hash ?? '';
const sides = ({ current }: Answer) => current?.signatures.map(({ side }) => side).sort();

/** The emails about the agreement that were written so far. */
const mails = () => mailKinds(db, `kind like '%agreement%' or kind = 'request_signing_code'`);

const codeFor = async () =>
  (await valueIn<string>(db, 'select private.proof_code(id) from private.proof_codes')) ?? '';

describe('the rules of the form', () => {
  test.each(AGREEMENT_CASES)('%s', (_, change, code) =>
    scratch(db, async (tx) => {
      const answer = offer(tx, { change });
      if (!code) return expect(await answer).toMatchObject({ state: 'offered' });
      expect(await refusal(answer)).toMatchObject({ code, message: MESSAGES[code], status: 422 });
    }),
  );

  test('what is stored is what was typed, and its hash is that of its bytes', async () => {
    const { current } = await offer(db);
    expect(agreementSchema.parse(JSON.parse(current?.body ?? ''))).toMatchObject(
      agreementDraftSchema.parse(agreementCase()),
    );
    expect(current?.hash).toBe(
      createHash('sha256')
        .update(current?.body ?? '')
        .digest('hex'),
    );
  });

  test('what the price includes is each box once', async () => {
    let version = 0;
    const offered = async (body: object) => {
      const { current } = await ask(
        db,
        'artist2',
        'public.offer_agreement($1, $2::jsonb, $3, $4)',
        [id('L1'), JSON.stringify({ ...bodyOf({}), ...body }), version, randomUUID()],
      );
      version++;
      return JSON.parse(current?.body ?? '');
    };
    expect(await offered({ included: ['permits', 'lift', 'permits'] })).toMatchObject({
      included: ['lift', 'permits'],
      template: TEMPLATE,
    });
    for (const included of ['lift', ['sofa'], ['design'], [['lift']], { lift: true }])
      await expect(offered({ included })).rejects.toThrow('invalid_input');
    // Nobody knows the words of another template as they will be read.
    for (const template of ['muro-0', 'muro-2'])
      await expect(offered({ template })).rejects.toThrow('invalid_input');
  });

  test('what nobody knows is left out', async () => {
    const { current } = await ask(db, 'artist2', 'public.offer_agreement($1, $2::jsonb, 0, $3)', [
      id('L1'),
      JSON.stringify({ ...bodyOf({}), iban: 'DE00' }),
      randomUUID(),
    ]);
    expect(current?.body).not.toContain('DE00');
  });
});

describe('both languages', () => {
  const LIFT = { title: 'Lift', text: 'The client rents the lift.', lang: 'en' as const };
  const bodyIn = ({ current }: Answer) => JSON.parse(current?.body ?? '');
  const raw = (body: object, number = 0) =>
    ask(db, 'artist2', 'public.offer_agreement($1, $2::jsonb, $3, $4)', [
      id('L1'),
      JSON.stringify({ ...bodyOf({}), ...body }),
      number,
      randomUUID(),
    ]);

  test('each side reads one body with both texts and the language that counts, which is what is hashed', async () => {
    const offered = await offer(db, { change: { clauses: [...USUAL_TERMS.clauses, LIFT] } });
    const words = storedClauses([...USUAL_TERMS.clauses, LIFT]);
    expect(words.filter((clause) => 'other' in clause)).toHaveLength(6);
    for (const who of ['artist2', 'client', 'guest'] as const) {
      const shown = await read(who);
      expect(bodyIn(shown)).toMatchObject({ template: TEMPLATE, language: 'en' });
      expect(bodyIn(shown).clauses).toEqual(words);
      expect(shown.current?.hash).toBe(offered.current?.hash);
    }
    const hashOfBody = createHash('sha256').update(offered.current?.body ?? '');
    expect(hashOf(offered)).toBe(hashOfBody.digest('hex'));
    const spanish = await offer(db, {
      change: { language: 'es', clauses: [...USUAL_CLAUSES.es, LIFT] },
      read: 1,
    });
    expect(bodyIn(spanish)).toMatchObject({
      language: 'es',
      clauses: storedClauses([...USUAL_CLAUSES.es, LIFT]),
    });
    expect(hashOf(spanish)).not.toBe(hashOf(offered));
  });

  test('nobody puts other words beside a clause', async () => {
    const [first] = USUAL_TERMS.clauses;
    const other = { title: 'Rondas', text: 'Todas las rondas son gratis.' };
    const body = bodyIn(
      await raw({
        clauses: [
          { ...first, other },
          { ...LIFT, other },
        ],
      }),
    );
    expect(body.clauses).toEqual(storedClauses([first as OwnClause, LIFT]));
    expect(JSON.stringify(body)).not.toContain('gratis');
  });

  test('there are two, and a clause is in English where it says none', async () => {
    for (const language of ['fr', 'EN', '', null, 7, ['en'], undefined])
      await expect(raw({ language })).rejects.toThrow('invalid_input');
    for (const lang of ['fr', '', null, 7])
      await expect(raw({ clauses: [{ ...LIFT, lang }] })).rejects.toThrow('invalid_input');
    const { lang: _, ...lift } = LIFT;
    expect(bodyIn(await raw({ clauses: [lift] })).clauses).toEqual([LIFT]);
  });

  test.each([
    ['en', 'en', 'en'],
    ['es', 'es', 'es'],
    ['es', 'en', 'en'],
    ['en', 'es', 'en'],
  ])(
    'of a request in %s and an artist who speaks %s, the text in %s counts first',
    (request, account, language) =>
      scratch(db, async (tx) => {
        await tx.sql('update public.lead_records set locale = $2 where id = $1', [
          id('L1'),
          request,
        ]);
        await tx.sql(
          `update auth.users set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('locale', $2::text)
         where id = (select user_id from public.artists where id = $1)`,
          [id('A2'), account],
        );
        expect(await ask(tx, 'artist2', 'public.read_agreement($1, $2)', key)).toMatchObject({
          language,
        });
      }),
  );

  test('the clauses of the template are the same in TypeScript', async () => {
    for (const lang of ['en', 'es'] as const)
      expect(
        await db.sql(
          'select title, text, lang from private.usual_clauses() where lang = $1 order by number',
          [lang],
        ),
      ).toEqual(USUAL_CLAUSES[lang]);
  });
});

test('both sign one version, and it is in force', async () => {
  const hash = hashOf(await offer(db));
  expect(await read('client')).toMatchObject({ side: 'client', by_code: false, state: 'offered' });
  expect(await sign('client', hash)).toMatchObject({ state: 'signed_by_one' });
  // Again changes nothing.
  expect(sides(await sign('client', hash))).toEqual(['client']);
  expect(await sign('artist2', hash, { name: 'Marisol Vega' })).toMatchObject({
    ...{ state: 'in_force', in_force: null },
    current: { version: 1, signatures: [{ name: 'Ana Ruiz' }, { name: 'Marisol Vega' }] },
  });
  expect(await mails()).toEqual([
    'request_agreement_offered',
    'lead_agreement_signed',
    'request_agreement_in_force',
    'lead_agreement_in_force',
  ]);
});

test('a change voids both signatures, and an old version is refused with 409', async () => {
  const first = hashOf(await offer(db));
  await sign('artist2', first, { name: 'Marisol' });
  const asked = await askChange('client', first, 'Please begin in April');
  expect(asked).toMatchObject({ state: 'change_asked', change: 'Please begin in April' });
  expect(await sign('client', first).catch(codeOf)).toBe('move_refused');
  const second = await offer(db, { change: { design: 'Marisol' }, read: 1 });
  expect(second).toMatchObject({
    state: 'offered',
    change: null,
    current: { version: 2, signatures: [] },
  });
  expect(await refusal(sign('client', first))).toMatchObject({
    code: 'agreement_changed',
    status: 409,
  });
  // Written on another device, from what was there before.
  expect(await refusal(offer(db, { read: 1 }))).toMatchObject({
    code: 'agreement_changed',
    status: 409,
  });
  expect(await sign('client', hashOf(second))).toMatchObject({ state: 'signed_by_one' });
});

test('what is taken back is the artist’s alone, and can be offered again', async () => {
  const hash = hashOf(await offer(db));
  expect(await takeBack(hash)).toMatchObject({ state: 'draft', current: { version: 1 } });
  expect(await takeBack(hash)).toMatchObject({ state: 'draft' });
  expect(await read('client')).toMatchObject({ state: 'draft', current: null });
  expect(await sign('client', hash).catch(codeOf)).toBe('move_refused');
  expect(await offer(db, { read: 1 })).toMatchObject({ state: 'offered', current: { version: 2 } });
});

async function inForce(): Promise<string> {
  const hash = hashOf(await offer(db));
  await sign('client', hash);
  await sign('artist2', hash, { name: 'Marisol' });
  return hash;
}

test('while both amend it, what they signed stays in force', async () => {
  await inForce();
  const amended = await offer(db, { change: { ends_on: '2027-03-09' }, read: 1 });
  expect(amended).toMatchObject({
    state: 'amending',
    in_force: { version: 1 },
    current: { version: 2 },
  });
  expect(await sign('artist2', hashOf(amended), { name: 'Marisol' })).toMatchObject({
    state: 'amending',
  });
  const both = await sign('client', hashOf(amended));
  expect(both).toMatchObject({ state: 'in_force', in_force: null, current: { version: 2 } });
  const third = await offer(db, { change: { ends_on: '2027-03-10' }, read: 2 });
  expect(await takeBack(hashOf(third))).toMatchObject({
    state: 'in_force',
    current: { version: 2 },
  });
  // The number of what was taken back is not used again.
  expect(await offer(db, { read: 2 })).toMatchObject({
    state: 'amending',
    current: { version: 4 },
  });
});

test('either side ends it with a reason, once', async () => {
  await inForce();
  expect(await end('client', ' ').catch(codeOf)).toBe('reason_required');
  expect(await end('client', 'The building was sold')).toMatchObject({ state: 'ended' });
  expect(await end('client', 'The building was sold')).toMatchObject({ state: 'ended' });
  expect(await end('artist2', 'Me too').catch(codeOf)).toBe('move_refused');
  expect((await mails()).filter((kind) => kind.endsWith('ended'))).toEqual([
    'lead_agreement_ended',
  ]);
});

test('a new agreement can follow one that ended, which both still read', async () => {
  const first = await inForce();
  await end('client', 'The building was sold');
  const again = await offer(db, { change: { ends_on: '2027-03-09' }, read: 1 });
  const ended = { in_force: { version: 1, hash: first } };
  expect(again).toMatchObject({ state: 'offered', ended_by: null, ended_reason: null, ...ended });
  expect(await read('client')).toMatchObject({ state: 'offered', ...ended });
  await takeBack(hashOf(again));
  expect(await read('client')).toMatchObject({ state: 'draft', current: null, ...ended });
  const third = hashOf(await offer(db, { change: { ends_on: '2027-03-10' }, read: 2 }));
  expect(await sign('client', third)).toMatchObject({ state: 'signed_by_one' });
  expect(await sign('artist2', third, { name: 'Marisol' })).toMatchObject({
    state: 'in_force',
    in_force: null,
    current: { version: 3 },
  });
});

test('an agreement names the approved sketch, the checked insurance and whose the wall is', async () => {
  const factsOf = ({ current }: Answer) => {
    const { owner, insured_to, sketch } = JSON.parse(current?.body ?? '');
    return { owner, insured_to, sketch };
  };
  await scratch(db, async (tx) => {
    const once = randomUUID();
    const before = { owner: 'rented_agreed', insured_to: null, sketch: null };
    // What a page says of them counts for nothing.
    const said = { owner: 'mine', insured_to: '2099-01-01', sketch: { version: 9 } };
    const body = JSON.stringify({ ...bodyOf({}), ...said });
    const offerIt = () =>
      ask(tx, 'artist2', 'public.offer_agreement($1, $2::jsonb, 0, $3)', [id('L1'), body, once]);
    expect(factsOf(await offerIt())).toEqual(before);
    await become(tx, { role: 'postgres' });
    await tx.sql(
      `insert into public.site_facts (lead_id, owner) values ($1, 'rented_not_asked')
      on conflict (lead_id) do update set owner = excluded.owner`,
      [id('L1')],
    );
    await tx.sql(`update public.artists set insured_to = '2027-03-15' where id = $1`, [id('A2')]);
    const hash = 'a'.repeat(64);
    await tx.sql(
      `insert into private.sketches (lead_id, artist_id, state, approved, approved_hash)
       values ($1, $2, 'approved', 2, $3)
       on conflict (lead_id, artist_id) do update set state = 'approved', approved = 2, approved_hash = $3`,
      [...key, hash],
    );
    await tx.sql(
      `insert into private.sketch_versions (lead_id, artist_id, number, hash, idempotency_key)
       values ($1, $2, 2, $3, gen_random_uuid())`,
      [...key, hash],
    );
    // An answer that was lost is the version that it was.
    expect(factsOf(await offerIt())).toEqual(before);
    expect(factsOf(await offer(tx, { read: 1 }))).toEqual({
      ...{ owner: 'rented_not_asked', insured_to: '2027-03-15' },
      sketch: { version: 2, sent_at: expect.any(String) },
    });
  });
});

describe('a guest', () => {
  test('signs with the code of an email, and not without it', async () => {
    const hash = hashOf(await offer(db));
    expect(await read('guest')).toMatchObject({ side: 'client', by_code: true });
    expect(await sign('guest', hash)).toMatchObject({ refused: 'code_refused', state: 'offered' });
    await sendCode('guest', hash);
    const code = await codeFor();
    expect(code).toMatch(/^\d{6}$/);
    const leased = await work<{ kind: string; data: { code?: string } }>(db);
    expect(leased.find(({ kind }) => kind === 'request_signing_code')?.data).toMatchObject({
      code,
    });
    expect(await sign('guest', hash, { code: 'x' })).toMatchObject({ refused: 'code_refused' });
    expect(await sign('guest', hash, { code: ` ${code} ` })).toMatchObject({
      state: 'signed_by_one',
    });
    expect(await codeFor()).toBe('');
  });

  test('has five tries, which a refusal does not give back', async () => {
    const hash = hashOf(await offer(db));
    await sendCode('guest', hash);
    const code = await codeFor();
    for (let n = 0; n < 5; n++) await sign('guest', hash, { code: '000000x' });
    expect(await sign('guest', hash, { code })).toMatchObject({ refused: 'code_refused' });
    await sendCode('guest', hash);
    expect(await sign('guest', hash, { code: await codeFor() })).toMatchObject({
      state: 'signed_by_one',
    });
  });

  test('signs the version that the code was for', async () => {
    const first = hashOf(await offer(db));
    await sendCode('guest', first);
    const code = await codeFor();
    const second = hashOf(await offer(db, { change: { design: 'Marisol' }, read: 1 }));
    expect(await sign('guest', second, { code })).toMatchObject({ refused: 'code_refused' });
  });

  test('cannot send the code to another address, nor use it a quarter of an hour later', async () => {
    const hash = hashOf(await offer(db));
    const correct = (email: string) =>
      ask(db, 'guest', 'public.correct_request_contact($1, $2, $3, $4)', [
        TOKEN_L1,
        'Ana',
        email,
        null,
      ]);
    expect(await refusal(correct('thief@example.com'))).toMatchObject({
      code: 'proof_required',
      status: 403,
    });
    await sendCode('guest', hash);
    const code = await codeFor();
    await db.sql(`update private.proof_codes set created_at = created_at - interval '15 minutes'`);
    expect(await sign('guest', hash, { code })).toMatchObject({ refused: 'code_refused' });
  });

  test('gets five codes an hour', async () => {
    await db.sql(`delete from private.rate_counters`);
    const hash = hashOf(await offer(db));
    for (let n = 0; n < 5; n++) await sendCode('guest', hash);
    expect(await refusal(sendCode('guest', hash))).toMatchObject({
      code: 'rate_limited',
      status: 429,
    });
    await db.sql(`delete from private.rate_counters`);
  });
});

test('of two signatures on two versions at one instant, never both count', {
  tags: 'effort',
  timeout: 60_000 + effort(2_000),
}, async () => {
  for (let round = 0; round < effort(5); round++) {
    await db.sql('delete from private.agreements');
    const first = hashOf(await offer(db));
    const [signed] = await Promise.allSettled([
      sign('client', first),
      offer(db, { change: { design: `Round ${round}` }, read: 1 }).then((answer) =>
        sign('artist2', hashOf(answer), { name: 'Marisol' }),
      ),
    ]);
    const now = await read('artist2');
    expect(now).toMatchObject({ state: 'signed_by_one', current: { version: 2 } });
    expect(sides(now)).toEqual(['artist']);
    if (signed?.status === 'rejected') expect(codeOf(signed.reason)).toBe('agreement_changed');
  }
});

test('the same offer again is one version; another under its key is refused', async () => {
  const once = randomUUID();
  await offer(db, { once });
  expect(await offer(db, { once })).toMatchObject({ current: { version: 1 } });
  expect(await refusal(offer(db, { once, change: { design: 'Other' } }))).toMatchObject({
    code: 'idempotency_conflict',
  });
  expect(await mails()).toEqual(['request_agreement_offered']);
});

test('a changed byte of a stored body is found by its hash', async () => {
  await inForce();
  const altered = () =>
    valueIn<number>(db, 'select count(*)::int from private.altered_agreements()');
  expect(await altered()).toBe(0);
  expect(await db.sql(`update private.agreement_versions set body = body`).catch(codeOf)).toBe(
    'not_allowed',
  );
  expect(await db.sql(`update private.agreement_signatures set name = 'X'`).catch(codeOf)).toBe(
    'not_allowed',
  );
  await db.sql(
    'alter table private.agreement_versions disable trigger agreement_versions_refuse_change',
  );
  await db.sql(`update private.agreement_versions set body = replace(body, '4200', '4201')`);
  expect(await altered()).toBe(1);
  await db.sql(
    'alter table private.agreement_versions enable trigger agreement_versions_refuse_change',
  );
});

test('an artist keeps their own terms; another device is not overwritten', async () => {
  const { preset, ...draft } = USUAL_TERMS;
  const terms = { ...bodyOf(draft), preset };
  const save = (tx: Queryable, changes: object, before: object) =>
    ask(tx, 'artist2', 'public.save_agreement_terms($1::jsonb, $2::jsonb)', [
      JSON.stringify(changes),
      JSON.stringify(before),
    ]);
  await scratch(db, async (tx) => {
    expect(await save(tx, { rounds: 3 }, terms)).toMatchObject({
      rounds: 3,
      clauses: USUAL_TERMS.clauses,
      preset: 'halves',
    });
    await tx.sql('savepoint refused');
    expect(await refusal(save(tx, { rounds: 4 }, terms))).toMatchObject({
      code: 'changed_elsewhere',
      field: 'rounds',
    });
    await tx.sql('rollback to savepoint refused');
    expect(await save(tx, { preset: 'thirds' }, terms)).toMatchObject({
      rounds: 3,
      preset: 'thirds',
    });
  });
});

test('what a price says about sales tax is the setting of the artist when it was sent', async () => {
  const { preset, ...draft } = USUAL_TERMS;
  const taxes = ['plus', 'included'] as const;
  await scratch(db, async (tx) => {
    const saying = async (tax: string) => {
      await become(tx, { role: 'postgres' });
      await tx.sql(
        `insert into public.agreement_terms (artist_id, terms) values ($1, $2::jsonb)
         on conflict (artist_id) do update set terms = excluded.terms`,
        [id('A2'), JSON.stringify({ ...bodyOf(draft), preset, tax })],
      );
    };
    await tx.sql(
      `update public.lead_assignments set state = 'talking', accepted_at = null
      where lead_id = $1 and artist_id = $2`,
      key,
    );
    const propose = () =>
      ask(
        tx,
        'artist2',
        `public.send_proposal($1, 900, null, current_date + 30, 3, 'Cranes.', current_date + 14, $2)`,
        [id('L1'), randomUUID()],
      );
    await propose();
    for (const tax of taxes) {
      await saying(tax);
      await propose();
    }
    await become(tx, { role: 'postgres' });
    const kept = `select tax from public.proposals where lead_id = $1 and artist_id = $2 and message = 'Cranes.' order by tax`;
    expect(await valuesIn(tx, kept, key)).toEqual(['included', 'not_said', 'plus']);
  });
});

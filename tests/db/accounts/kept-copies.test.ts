import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import { USUAL_CLAUSES } from '#features/agreements/usual-clauses.ts';
import { keptCopiesSchema } from '#features/kept-copies/kept-copy.ts';
import { renderMail } from '#mail/delivery/render.ts';
import { storedClauses } from '#tests/support/cases/agreement-cases.ts';
import { call, leasedIn, refusal, scratch, scratchTests } from '../support/actors.ts';
import { ask, HALVES, jobOfL1, type Who } from '../support/payments.ts';
import { provenToken } from '../support/proof.ts';
import { daysLater } from '../support/read.ts';
import { caller, id, ORIGIN, TOKEN_L1, worldOfFile } from '../support/world.ts';

/** What each side keeps of an accepted job when the other one, or an admin, removes it. */
const db = await worldOfFile();
const it = scratchTests(db);
const job = jobOfL1(db);
let hash: string;
const key = [id('L1'), id('A2')];

beforeAll(async () => {
  // An address that is known to be read.
  await db.sql(
    `update public.lead_contacts set email = 'client@example.com', phone = '2105550142' where lead_id = $1`,
    [id('L1')],
  );
});
beforeEach(async () => {
  await job.begin();
  const { parts, hash: signed } = await job.agree(HALVES);
  hash = signed;
  await job.report('client', parts[0]?.id, { how: 'Zelle to 210-555-0142' });
  await db.sql(
    `update public.lead_messages set body = 'Call me: (210) 555-0142 or ana@example.com. Done by 2026-12-05 for $4,200.'
       where id = $1`,
    [id('X1')],
  );
  await db.sql('update public.artists set name = $2 where id = $1', [id('A2'), 'Rosa Vega']);
  await db.sql('delete from private.mails');
});

const erase = async (tx: Queryable, who: Who) =>
  ask(tx, who, 'public.erase_request($1, $2)', [
    who === 'guest' ? await provenToken(tx, id('L1'), TOKEN_L1) : null,
    who === 'guest' ? null : id('L1'),
  ]);
const leave = (tx: Queryable, who: Who) => ask(tx, who, 'public.delete_my_account()', []);
const untick = (tx: Queryable) =>
  ask(tx, 'admin', 'public.admin_assign_request($1, $2)', [id('L1'), [id('A1')]]);
const end = (tx: Queryable) =>
  ask(tx, 'client', 'public.end_agreement($1, $2, $3)', [...key, 'Sold the house']);

const kept = async (tx: Queryable, who: Who, about: { token?: string; lead?: string } = {}) =>
  keptCopiesSchema.parse(
    await ask(tx, who, 'public.read_sealed_jobs($1, $2)', [
      about.token ?? null,
      about.lead ?? null,
    ]),
  );

/** The one copy that somebody keeps has everything of both, and no way to reach anybody. */
async function expectWhole(copies: Awaited<ReturnType<typeof kept>>, side: string) {
  expect(copies).toHaveLength(1);
  const [copy] = copies;
  expect(copy).toMatchObject({ side, artist: 'Rosa Vega', client: 'Person L1' });
  expect(copy?.agreement?.versions).toMatchObject([
    {
      hash,
      signatures: [
        { side: 'client', name: 'Ana Ruiz' },
        { side: 'artist', name: 'Ana Ruiz' },
      ],
    },
  ]);
  // In both languages, as it was hashed.
  expect(copy?.agreement?.versions[0]?.body).toMatchObject({
    language: 'en',
    clauses: storedClauses(USUAL_CLAUSES.en),
  });
  expect(copy?.payments).toMatchObject({ side, price: 4200, how_to_pay: null });
  expect(copy?.payments?.parts.flatMap(({ can }) => can)).toEqual([]);
  expect(copy?.payments?.notes.filter(({ event }) => event === 'report')).toMatchObject([
    { amount: 2100, how: 'Zelle to ***', paid_on: '2026-11-20' },
  ]);
  expect(copy?.messages).toMatchObject([
    { sender: 'client', body: 'Call me: *** or ***. Done by 2026-12-05 for $4,200.', pictures: 2 },
    { sender: 'artist', body: 'Message X2', pictures: 1 },
  ]);
}

/** The emails about copies that are ready to leave, as they read. */
async function emails(tx: Queryable) {
  return (await leasedIn<Record<string, unknown>>(tx))
    .filter(({ kind }) => kind.endsWith('_copy_kept'))
    .map(({ kind, address, data }) => ({
      address,
      ...renderMail(kind, data, { origin: ORIGIN }),
    }));
}

const everything = async (tx: Queryable) =>
  JSON.stringify(await tx.sql('select * from private.sealed_jobs'));

describe('what the other side keeps', () => {
  it('the client erases the request: the artist keeps a copy and is told', async (tx) => {
    await erase(tx, 'guest');
    await tx.sql('reset role');
    for (const table of ['agreements', 'agreement_versions', 'payment_parts', 'payment_notes'])
      expect(await tx.sql(`select from private.${table} where lead_id = $1`, [id('L1')])).toEqual(
        [],
      );
    expect(await everything(tx)).not.toMatch(/example\.com|555-?0142|who@/);
    await expectWhole(await kept(tx, 'artist2'), 'artist');
    for (const who of ['client', 'artist', 'client2', 'admin', 'anon'] as const)
      expect(await kept(tx, who)).toEqual([]);
    const [mail, ...more] = await emails(tx);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      address: 'artist2@example.com',
      subject: 'Person L1 erased their request',
    });
    expect(mail?.text).toContain('You keep what you both signed');
    expect(mail?.text).toContain(hash);
    expect(mail?.text).toContain(`${ORIGIN}/dashboard/artist/leads#kept-copies`);
  });

  it('the artist deletes their account: the client keeps a copy, on the request, and is told', async (tx) => {
    await leave(tx, 'artist2');
    await tx.sql('reset role');
    expect(await everything(tx)).not.toMatch(/example\.com|555-?0142|who@/);
    await expectWhole(await kept(tx, 'guest', { token: TOKEN_L1 }), 'client');
    await expectWhole(await kept(tx, 'client', { lead: id('L1') }), 'client');
    await expectWhole(await kept(tx, 'client'), 'client');
    const request = await ask<{ kept: number }>(tx, 'guest', 'public.track_request($1)', [
      TOKEN_L1,
    ]);
    expect(request.kept).toBe(1);
    const [mail] = await emails(tx);
    expect(mail?.subject).toBe('Rosa Vega closed their account');
    expect(mail?.text).toContain('You keep what you both signed');
    // Erasing the request then takes it along.
    await erase(tx, 'client');
    await tx.sql('reset role');
    expect(await tx.sql('select from private.sealed_jobs')).toEqual([]);
  });

  test('an admin can’t remove an artist while an agreement is in force; afterward both keep a copy', async () => {
    expect(
      (
        await refusal(
          call(db, caller('admin'), 'select public.admin_assign_request($1, $2)', [
            id('L1'),
            [id('A1')],
          ]),
        )
      ).code,
    ).toBe('agreement_in_force');
    await scratch(db, async (tx) => {
      await end(tx);
      await tx.sql('reset role');
      await untick(tx);
      await tx.sql('reset role');
      await expectWhole(await kept(tx, 'artist2'), 'artist');
      await expectWhole(await kept(tx, 'guest', { token: TOKEN_L1 }), 'client');
      expect((await kept(tx, 'artist2'))[0]?.agreement).toMatchObject({
        ended_by: 'client',
        ended_reason: 'Sold the house',
      });
      expect((await emails(tx)).map(({ address, subject }) => [address, subject]).sort()).toEqual([
        ['artist2@example.com', 'You were removed from a job with Person L1'],
        ['client@example.com', 'Rosa Vega was removed from your request'],
      ]);
    });
  });

  it('an operator deletes the page of an artist: both keep a copy', async (tx) => {
    await tx.sql('delete from public.artists where id = $1', [id('A2')]);
    await expectWhole(await kept(tx, 'artist2'), 'artist');
    await expectWhole(await kept(tx, 'client'), 'client');
  });

  it('once both are gone, nobody keeps anything', async (tx) => {
    await leave(tx, 'client');
    await tx.sql('reset role');
    await leave(tx, 'artist2');
    await tx.sql('reset role');
    expect(await tx.sql('select from private.sealed_jobs')).toEqual([]);
  });
});

describe('a copy', () => {
  it('is of an accepted job only, and has no messages where its reader reported them', async (tx) => {
    await tx.sql(
      `insert into private.conversation_reports (lead_id, artist_id, side, message_id) values ($1, $2, 'artist', $3)`,
      [...key, id('X1')],
    );
    await erase(tx, 'client');
    expect((await kept(tx, 'artist2'))[0]?.messages).toEqual([]);
    // A1 had the request too.
    expect(await kept(tx, 'artist')).toEqual([]);
  });

  test('leaves out what one side alone signed', async () => {
    await job.sign('client', await job.offer(HALVES, { design: 'Two parrots' }));
    await scratch(db, async (tx) => {
      await erase(tx, 'client');
      const [copy] = await kept(tx, 'artist2');
      expect(copy?.agreement?.versions.map((version) => version.hash)).toEqual([hash]);
    });
  });

  it('goes four years after the last act', async (tx) => {
    await erase(tx, 'client');
    await tx.sql('reset role');
    const chores = async (days: number) => {
      await daysLater(tx, days);
      await tx.sql('select private.delete_old_rows()');
      return tx.sql('select from private.sealed_jobs');
    };
    expect(await chores(1459)).toHaveLength(1);
    expect(await chores(1462)).toEqual([]);
  });
});

test('texts lose their email addresses and phone numbers, and nothing else', async () => {
  for (const [text, left] of [
    ['Mail rosa.v@x.example, please', 'Mail ***, please'],
    ['+1 (210) 555-0142 or 2105550142 or 210.555.0142.', '*** or *** or ***.'],
    ['555-0142', '***'],
    [
      '$4,200 on 2026-12-05 at 10:30, 24 x 11.5 ft, 78205',
      '$4,200 on 2026-12-05 at 10:30, 24 x 11.5 ft, 78205',
    ],
  ])
    expect(await db.sql('select private.without_contact($1) as left', [text])).toEqual([{ left }]);
});

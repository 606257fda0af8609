import { randomUUID } from 'node:crypto';
import type { Queryable } from '#embedded/index.ts';
import { type AgreementDraft, agreementDraftSchema } from '#features/agreements/agreement.ts';
import type { Due } from '#features/agreements/payment-parts.ts';
import { agreementCase } from '#tests/support/cases/agreement-cases.ts';
import { answered, type TestDb } from './actors.ts';
import { type Actor, caller, id, TOKEN_L1 } from './world.ts';

export interface Part {
  id: string;
  label: string;
  amount: number;
  due: Due;
  state: string;
  can: string[];
  due_at: string | null;
}
export interface Payments {
  side: 'client' | 'artist';
  writable: boolean;
  agreement: string;
  artist: string;
  client: string;
  hash: string;
  price: number;
  how_to_pay: string | null;
  parts: Part[];
  notes: {
    id: number;
    part: string;
    actor: string;
    event: string;
    note: string | null;
    amount: number | null;
    how: string | null;
    paid_on: string | null;
    created_at: string;
  }[];
}
export type Who = Actor | 'guest';

/** One call of the API by a side or anybody else; see `answered`. */
export const ask = <T>(on: TestDb | Queryable, who: Who, call: string, values: unknown[]) =>
  answered<T>(on, caller(who === 'guest' ? 'anon' : who), call, values);

export type Parts = [label: string, amount: number, due: Due][];
export const HALVES: Parts = [
  ['Deposit', 2100, 'signed'],
  ['Final payment', 2100, 'done'],
];

/** The job of A2 about L1, as both of its sides and everybody else see it. */
export function jobOfL1(db: TestDb) {
  const key = [id('L1'), id('A2')];
  const tokenOf = (who: Who) => (who === 'guest' ? TOKEN_L1 : null);
  const offer = async (parts: Parts, change: Partial<AgreementDraft> = {}) => {
    const body = agreementDraftSchema.parse(
      agreementCase({
        price: String(parts.reduce((sum, [, amount]) => sum + amount, 0)),
        parts: parts.map(([label, amount, due]) => ({ label, amount: String(amount), due })),
        ...change,
      }),
    );
    const [last] = await db.sql<{ version: number }>(
      'select version from private.agreements where lead_id = $1 and artist_id = $2',
      key,
    );
    const answer = await ask<{ current: { hash: string } }>(
      db,
      'artist2',
      'public.offer_agreement($1, $2::jsonb, $3, $4)',
      [id('L1'), JSON.stringify(body), last?.version ?? 0, randomUUID()],
    );
    return answer.current.hash;
  };
  const sign = (who: Who, hash: string) =>
    ask(db, who, 'public.sign_agreement($1, $2, $3, $4)', [...key, hash, 'Ana Ruiz']);
  const read = (who: Who) =>
    ask<Payments>(db, who, 'public.read_payments($1, $2, $3)', [...key, tokenOf(who)]);
  return {
    /** As before anybody wrote an agreement. */
    async begin() {
      await db.sql('delete from private.agreements');
      await db.sql('delete from private.sketches');
      await db.sql('delete from private.rate_counters');
      await db.sql('delete from private.mails');
      await db.sql(`delete from private.settings where key = 'clock_offset_seconds'`);
      await db.sql('update public.lead_records set withdrawn_at = null where id = $1', [id('L1')]);
      await db.sql(
        `update public.lead_assignments set state = 'accepted', accepted_at = now(), status = 'in_review',
           completed_at = null, completed_by = null, confirmed_at = null where lead_id = $1 and artist_id = $2`,
        key,
      );
    },
    offer,
    sign,
    /** Both sign a new version. */
    async agree(parts: Parts, change: Partial<AgreementDraft> = {}) {
      const hash = await offer(parts, change);
      await sign('client', hash);
      await sign('artist2', hash);
      return read('artist2');
    },
    read,
    move: (
      who: Who,
      part: string | undefined,
      event: string,
      {
        note = null as string | null,
        once = randomUUID() as string | null,
        amount = null as number | null,
      } = {},
    ) =>
      ask<Payments>(db, who, 'public.move_payment($1, $2, $3, $4, $5, $6, $7, $8)', [
        ...key,
        part,
        event,
        once,
        note,
        tokenOf(who),
        amount,
      ]),
    report: (
      who: Who,
      part: string | undefined,
      {
        amount = 2100 as number | null,
        how = 'Zelle' as string | null,
        on = '2026-11-20' as string | null,
        once = randomUUID() as string | null,
      } = {},
    ) =>
      ask<Payments>(db, who, 'public.report_payment($1, $2, $3, $4, $5, $6, $7, $8)', [
        ...key,
        part,
        amount,
        how,
        on,
        once,
        tokenOf(who),
      ]),
  };
}

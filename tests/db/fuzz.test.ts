/** @module-tag effort */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { effort } from '#tests/support/effort.ts';
import { become, codeOf } from './support/actors.ts';
import { ACTORS, type Actor, CLAIM, caller, id, worldOfFile } from './support/world.ts';

const db = await worldOfFile({ lead_ip_limit: '100000000', lead_user_limit: '100000000' });

interface Rpc {
  name: string;
  types: string[];
  /** Who gets past the door, so that most calls reach what is behind it. */
  welcome: Actor;
}

const ids = ['A1', 'A2', 'A3', 'L1', 'L2', 'L4', 'C1', 'K4', 'client', 'nobody'].map(id);
const uuid = fc.option(fc.oneof(fc.constantFrom(...ids), fc.uuid()));
const text = fc.option(
  fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      CLAIM,
      'new',
      'completed',
      'rebuild',
      'a@b.co',
      'brick',
      'abstract',
      '1k-5k',
      'public',
      'name',
      'created_at',
      "'",
      '%_\\',
      '{}',
      '-1',
      'Infinity',
      '\u202e',
      '🎨'.repeat(2001),
    ),
    fc
      .string({ unit: 'grapheme', maxLength: 60 })
      .filter((s) => !s.includes('\0') && s.isWellFormed()),
    fc.string({ minLength: 200, maxLength: 3000 }),
  ),
);
const int = fc.option(
  fc.oneof(fc.constantFrom(-1, 0, 1, 100, 101, 2147483647, -2147483648), fc.integer()),
);
const BY_TYPE: Record<string, fc.Arbitrary<unknown>> = {
  uuid,
  text,
  integer: int,
  bigint: int,
  real: fc.option(fc.double()),
  date: fc.option(fc.constantFrom('2026-01-01', '2999-12-31', '-infinity', 'infinity')),
  boolean: fc.option(fc.boolean()),
  jsonb: fc.option(
    fc.oneof(fc.constant({}), fc.dictionary(fc.string({ unit: 'grapheme-ascii' }), fc.integer())),
  ),
  'text[]': fc.option(fc.array(text, { maxLength: 25 })),
  'uuid[]': fc.option(fc.array(uuid, { maxLength: 12 })),
  'bigint[]': fc.option(fc.array(int, { maxLength: 5 })),
};

/** The product's codes, refusals, and constraints that PostgREST answers with 4xx: never an internal error. */
const ANSWERS = /^([a-z][a-z_]+|42501|23514|23505|23503|23502|22\d{3})$/;

test(
  'no function of the API answers random input with an internal error',
  async () => {
    const functions = await db.sql<Rpc>(
      `select p.proname as name, array(select format_type(t, null) from unnest(p.proargtypes) with ordinality x (t, n) order by n) as types,
       case when not has_function_privilege('authenticated', p.oid, 'execute') then 'service'
            when p.proname ~ '^(admin_|request_publish)' then 'admin' else 'artist' end as welcome
     from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype order by 1`,
    );
    expect(functions.length).toBeGreaterThan(25);
    const seen = new Map<string, number>();
    for (const { name, types, welcome } of functions) {
      const inputs = fc.tuple(
        fc.oneof(fc.constant(welcome), fc.constantFrom(...ACTORS)),
        ...types.map((type) => BY_TYPE[type] ?? fc.constant(null)),
      );
      expect(types.filter((type) => !BY_TYPE[type])).toEqual([]);
      const slots = types.map((type, n) => `$${n + 1}::${type}`).join(', ');
      for (const [actor, ...args] of fc.sample(inputs, types.length ? effort(6) : 2)) {
        await db
          .transaction(async (tx) => {
            await become(tx, caller(actor));
            await tx.sql(`select * from public.${name}(${slots})`, args);
            throw Object.assign(new Error('undo'), { code: 'ok' });
          })
          .catch((error: unknown) => {
            const code = codeOf(error);
            expect([name, actor, args, code]).toEqual([
              name,
              actor,
              args,
              expect.stringMatching(ANSWERS),
            ]);
            seen.set(code, (seen.get(code) ?? 0) + 1);
          });
      }
    }
    // Random input that only ever meets the first rule would prove little.
    expect(seen.get('ok')).toBeGreaterThan(effort(15));
    expect([...seen.keys()]).toEqual(
      expect.arrayContaining(['not_allowed', '42501', 'invalid_input']),
    );
  },
  240_000 + effort(3_000),
);

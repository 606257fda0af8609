/** @module-tag long */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import { type TestBackend, testBackend } from '#tests/support/backend.ts';
import { differences } from './support/access.ts';
import { scratch } from './support/actors.ts';
import { callFaults, tableFaults } from './support/grants.ts';
import { lints } from './support/lints.ts';
import {
  fixedAnswers,
  guardsAway,
  type Mutant,
  openExports,
  openTables,
  triggersGone,
  weakenedPolicies,
} from './support/mutants.ts';
import { byHand } from './support/mutants-by-hand.ts';
import { createWorld } from './support/world.ts';

/** Mutants that change nothing for any caller of the access tables, and why. */
const UNNOTICED: [RegExp, string][] = [
  [
    /^policy (artist_contacts|artists|cities|city_rules|murals)_update: with check true$/,
    'The row was chosen by `using`, and no grant lets anyone give it to another owner.',
  ],
  [/^policy artists_insert: .* AND true AND/, 'artists_2_guard makes each new profile private.'],
  [
    /^policy (media_\w+|message_pictures_select|papers_select\w*|sketches_select): using true AND/,
    'No other bucket has folders of that form.',
  ],
  [
    /^policy media_insert: .* AND true|has_room_for|objects_(room|weighed)/,
    'Quotas: storage.test.ts.',
  ],
  [/^trigger check_account_email/, 'No API role writes accounts: triggers.test.ts.'],
  [/^trigger lead_assignments_\w+/, 'No API role writes assignments: claims and lead-flow tests.'],
  [/^trigger user_roles_keep_an_admin/, 'revoke_admin asks too.'],
  [
    /^trigger (agreement|payment)_\w+_refuse_change|^private\.(ask_agreement_change|send_agreement_code|report_payment|refuse_change) without/,
    'No API role writes agreements, and that of the world has ended: agreement and payments tests.',
  ],
  [
    /^policy request_photos_delete: .* AND true$|^private\.is_photo_signed answers false/,
    'No agreement of the world marks a photo: lead-photos.test.ts.',
  ],
  [/^public.estimate_rates without|^storage.buckets without/, 'All that is in it is public.'],
  [
    /^export: (finished_walls|publishing|reports|review_disputes|sessions) /,
    'The world holds none.',
  ],
  [
    /^private\.(decide_paper without perform private\.fail|needs_papers without|papers_i_see without e\.actor)/,
    'The world has one admin, who is no artist: papers.test.ts.',
  ],
  [
    /^private\.admin_needs without perform private\.require_admin/,
    'A function that it calls asks again.',
  ],
  [
    /^private\.(claim_artist|confirm_claim|delete_my_account|export_my_data|mark_notices_read|set_notice_preference|request_consultation) without perform private\.(fail\('not_allowed'|check_claimant)/,
    'Visitors, of whom it asks, may not call it: grants.test.ts. Who claims a page: claims.test.ts.',
  ],
  [
    /^private\.(admin_read_conversation|hide_review|leads_instead|open_request|rotate_request_link) without perform private\.fail/,
    'It answers for what is gone, or what no grant lets happen.',
  ],
  [
    /^private\.(order_murals|delete_mural|withdraw_proposal|save_mural|set_lead_status|submit_review|select_lead_artists) without/,
    'Another refusal or row-level security stands behind it, with the same answer.',
  ],
  [
    /^private\.(guard_mural|finished_mural|note_mural_picture|my_news|my_page_is_up|mark_notices_read|mark_conversation_read|report_message|note_confirmed|count_view|write_mail|send_newsletter) without (?:[\w.]+ = |perform private\.note_place)/,
    'Its answer says nothing of it: notices, views, finished-walls, newsletter and page-is-up tests.',
  ],
  [
    /^private\.(adoptable_requests|ensure_artist_profile|export_my_data|artist_of_claim_link|proven_email|conversations_i_read|claimable_page) without [\w.]+ = /,
    'The world has no second account or page that it could be mistaken for.',
  ],
];

let db: TestBackend;
beforeAll(async () => {
  db = await testBackend();
  await createWorld(db);
});
afterAll(() => db?.stop());

/** Applies one after the other and undoes it; gives those that change nothing of what the cells about it say. */
async function survivors(mutants: Mutant[]): Promise<string[]> {
  const survived: string[] = [];
  await scratch(db, async (tx) => {
    for (const { name, sql, about } of mutants) {
      await tx.sql('savepoint mutant');
      await tx.sql(sql).catch((error) => {
        throw new Error(`${name}: ${error.message}`);
      });
      const { done } = await differences(tx, about).next();
      if (done) survived.push(name);
      await tx.sql('rollback to savepoint mutant');
    }
  });
  return survived;
}

describe('the access tables notice', () => {
  const seen = new Set<RegExp>();
  test.each([
    ['a policy without one of its conditions or ways in', weakenedPolicies],
    ['a table without row-level security', openTables],
    ['a trigger gone', triggersGone],
    ['a refusal or a question of who calls taken out', guardsAway],
    ['a policy that always gets the same answer', fixedAnswers],
    ['an export of everybody', openExports],
    ['what no rule makes', async () => byHand],
  ])('%s', { timeout: 600_000 }, async (_what, make) => {
    const mutants = await make(db);
    expect(mutants.length).toBeGreaterThan(5);
    const survived = await survivors(mutants);
    for (const [pattern] of UNNOTICED)
      if (survived.some((name) => pattern.test(name))) seen.add(pattern);
    expect(survived.filter((name) => !UNNOTICED.some(([pattern]) => pattern.test(name)))).toEqual(
      [],
    );
  });

  test('nothing that is listed as unnoticed', () => {
    expect(UNNOTICED.filter(([pattern]) => !seen.has(pattern))).toEqual([]);
  });
});

const OURS = `n.nspname in ('public', 'private')`;
const FUNCTIONS = `from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${OURS}`;
const RELATIONS = `from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS}`;
const rule = (name: string) => async (tx: Queryable) => {
  const query = lints.find((lint) => lint.rule === name)?.query ?? '';
  return (await tx.sql<{ name: string }>(query)).map((row) => row.name);
};

/** Of a kind that is read object by object, all can be broken at once: each must be named. */
const BATCHES: [string, string, (tx: Queryable) => Promise<string[]>][] = [
  [
    'row-level security off',
    `select n.nspname || '.' || c.relname as name, format('alter table %s disable row level security', c.oid::regclass) as sql ${RELATIONS} and c.relkind = 'r'`,
    rule('every table has row-level security'),
  ],
  [
    'a view with the rights of its owner',
    `select n.nspname || '.' || c.relname as name, format('alter view %s set (security_invoker = false)', c.oid::regclass) as sql ${RELATIONS} and c.relkind = 'v'`,
    rule('views run with the rights of the caller'),
  ],
  [
    'an open search_path',
    `select n.nspname || '.' || p.proname as name, format('alter function %s reset search_path', p.oid::regprocedure) as sql ${FUNCTIONS} and p.prokind = 'f'`,
    rule('every function has an empty search_path'),
  ],
  [
    'a function of the API with the rights of its owner',
    `select n.nspname || '.' || p.proname as name, format('alter function %s security definer', p.oid::regprocedure) as sql ${FUNCTIONS} and n.nspname = 'public'`,
    rule('no function in public is security definer'),
  ],
  ...['public', 'private'].map((schema): (typeof BATCHES)[number] => [
    `a function of ${schema} granted`,
    `select n.nspname || '.' || p.proname || ' for ' || r as name, format('grant execute on function %s to %s', p.oid::regprocedure, r) as sql
     ${FUNCTIONS.replace('where', `, unnest(array['anon', 'authenticated']) r where`)} and n.nspname = '${schema}' and p.proname <> 'fail' and (n.nspname = 'public' or p.provolatile <> 'i') and not has_function_privilege(r, p.oid, 'execute')`,
    callFaults,
  ]),
  ...['select', 'insert', 'update', 'delete'].map((right): (typeof BATCHES)[number] => [
    `${right} on a table granted`,
    `select n.nspname || '.' || c.relname || ' for ' || r as name, format('grant ${right} on %s to %s', c.oid::regclass, r) as sql
     ${RELATIONS.replace('where', `, unnest(array['anon', 'authenticated']) r where`)} and c.relkind in ('r', 'v') and not has_table_privilege(r, c.oid, '${right}')`,
    tableFaults,
  ]),
  ...['select', 'insert', 'update'].map((right): (typeof BATCHES)[number] => [
    `${right} on a column granted`,
    `select 'public.' || c.relname || '.' || a.attname || ' for ' || r as name, format('grant ${right} (%I) on %s to %s', a.attname, c.oid::regclass, r) as sql
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped, unnest(array['anon', 'authenticated']) r
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and not has_column_privilege(r, c.oid, a.attnum, '${right}')`,
    tableFaults,
  ]),
];

describe('what is read object by object names every', () => {
  test.each(BATCHES)('%s', { timeout: 300_000 }, async (_what, query, faults) => {
    const mutants = await db.sql<{ name: string; sql: string }>(query);
    expect(mutants.length).toBeGreaterThan(0);
    await scratch(db, async (tx) => {
      await tx.sql(`do $do$ begin ${mutants.map(({ sql }) => `${sql};`).join(' ')} end $do$`);
      const named = new Set(await faults(tx));
      expect(mutants.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
    });
  });
});

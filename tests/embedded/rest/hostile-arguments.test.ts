import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld } from '../../db/support/world.ts';
import { type TestBackend, testBackend } from '../../support/backend.ts';
import { aQuote } from '../../support/quote.ts';
import { request } from '../fixture.ts';

/** What no driver expects where a scalar is wanted. */
const OBJECTS: unknown[] = [
  { toString: 1 },
  { valueOf: 1, toString: null },
  {},
  [{ toString: 1 }],
  [[[]]],
];
const VALUES = [
  ...OBJECTS,
  [],
  ['x'],
  [null],
  0,
  -1,
  1e308,
  0.5,
  true,
  null,
  '',
  '{}',
  '{x',
  'infinity',
  '2026-13-45',
  '\u202e😀',
  'x'.repeat(20_000),
];
/** Not even JSON that a database takes. */
const BODIES = [
  '{"p_key": "\\u0000"}',
  '{"p_key": "\\ud800"}',
  '{"p_key": "\u0000"}',
  '[',
  '"x"',
  '7',
  'null',
];
const AT_ONCE = 50;
/** Later than any statement of a visitor ends: what is not answered by then never is. */
const NEVER_MS = 60_000;
/** More than there are sessions. */
const MANY = 26;

interface Arg {
  fn: string;
  names: string[];
  types: string[];
}

// PGlite takes one statement after the other: a seventh of the values is enough to meet its driver.
describe.each([
  ['native', VALUES],
  ['pglite', OBJECTS.slice(0, 3)],
] as const)('the %s engine', (engine, values) => {
  const tags = engine === 'native' ? [] : ['long'];
  let backend: TestBackend;
  let functions: Arg[];
  beforeAll(async () => {
    backend = await testBackend({ engine });
    await createWorld(backend);
    functions = await backend.sql<Arg>(
      `select p.proname as fn, p.proargnames[1:p.pronargs] as names,
         array(select format_type(t, null) from unnest(p.proargtypes) with ordinality x (t, n) order by n) as types
       from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype and p.pronargs > 0 order by 1`,
    );
  });
  afterAll(() => backend?.stop());

  const call = async (fn: string, body: string, path = `/rest/v1/rpc/${fn}`) => {
    const answer = await request(backend, path, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json' },
      ...(body && { body }),
      signal: AbortSignal.timeout(NEVER_MS),
    });
    const text = await answer.text();
    return { fn, body: body.slice(0, 200), status: answer.status, text: text.slice(0, 300) };
  };
  const allAtOnce = async <T>(work: (() => Promise<T>)[]): Promise<T[]> => {
    const answers: T[] = [];
    const next = work.values();
    const worker = async () => {
      for (const task of next) answers.push(await task());
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return answers;
  };
  /** Fits each type, so that the argument under test is the only strange one. */
  const plain = (type: string) =>
    type.endsWith('[]') ? [] : type === 'uuid' ? '00000000-0000-4000-8000-000000000000' : null;
  const bodyOf = ({ names, types }: Arg, at: number, value: unknown) =>
    JSON.stringify(
      Object.fromEntries(names.map((name, i) => [name, i === at ? value : plain(types[i] ?? '')])),
    );

  const busySessions = async () => {
    const [row] = await backend.sql<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state not in ('idle')`,
    );
    return row?.n;
  };
  const quote = (changes: object) => call('submit_lead', JSON.stringify(aQuote(changes)));

  it('answers every argument of every function with what a visitor can read, and keeps its sessions', {
    tags: 'long',
    timeout: 600_000,
  }, async () => {
    const work = functions.flatMap((arg) => [
      ...arg.names.flatMap((_, at) =>
        values.map((value) => () => call(arg.fn, bodyOf(arg, at, value))),
      ),
      ...BODIES.map((body) => () => call(arg.fn, body)),
      () => call(arg.fn, '', `/rest/v1/rpc/${arg.fn}?${arg.names[0]}={}&${arg.names[0]}=[]`),
    ]);
    const before = await busySessions();
    const answers = await allAtOnce(work);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    await backend.tryAsVisitor();
    expect(await busySessions()).toBe(before);
    expect((await quote({})).status).toBe(200);
  });

  it('says which argument takes no object, and takes quotes after more of them than it has sessions', {
    tags,
  }, async () => {
    const answers = await Promise.all(
      Array.from({ length: MANY }, () => quote({ p_key: { toString: 1 } })),
    );
    for (const { status, text } of answers)
      expect([status, JSON.parse(text)]).toMatchObject([
        400,
        { code: '22P02', message: expect.stringContaining('"p_key"') },
      ]);
    expect((await quote({})).status).toBe(200);
  });

  it('takes a list of single values, and nothing else, where a list is wanted', {
    tags,
  }, async () => {
    const choose = (artists: unknown) =>
      call(
        'select_lead_artists',
        JSON.stringify({ p_lead: crypto.randomUUID(), p_claim: 'x', p_artists: artists }),
      );
    for (const wrong of [{}, 5, true, [{}], [{ toString: 1 }], [[1]], 'x'])
      expect([wrong, (await choose(wrong)).status]).toEqual([wrong, 400]);
    expect((await choose([crypto.randomUUID()])).text).not.toContain('p_artists');
  });

  it('takes no object where a column wants a single value', { tags }, async () => {
    const artist = await backend.signedIn('artist');
    const [own] = await backend.sql<{ id: string }>(
      `insert into public.artists (name, slug, user_id) values ('Own', 'own-' || left($1, 8), $1::uuid) returning id`,
      [artist.id],
    );
    const columns = await backend.sql<{ name: string; list: boolean }>(
      `select column_name as name, data_type = 'ARRAY' as list from information_schema.columns
       where table_schema = 'public' and table_name = 'artists' and data_type not in ('json', 'jsonb')`,
    );
    expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining(['name', 'styles']));
    const answers = await allAtOnce(
      columns.flatMap(({ name, list }) =>
        (list ? [{ toString: 1 }, [{ toString: 1 }], 5] : OBJECTS.slice(0, 2)).flatMap((wrong) =>
          [
            ['PATCH', `artists?id=eq.${own?.id}`],
            ['POST', 'artists'],
          ].map(([method, path]) => async () => {
            const body = JSON.stringify({ [name]: wrong });
            const init = { method: method ?? '', token: artist.token, body };
            const { status } = await request(backend, `/rest/v1/${path}`, init);
            return { method, body, status };
          }),
        ),
      ),
    );
    expect(answers.filter(({ status }) => status !== 400)).toEqual([]);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import type { Call } from './call.ts';
import { type Asked, onBehalfOf, restCaller } from './caller.ts';
import { compiledOnce } from './repeated-reads.ts';
import { json } from './responses.ts';

const ROWS = [{ name: 'Ana' }, { name: 'Bo' }];
const ASKED = {
  text: 'select name from artists',
  params: [],
  columns: [{ name: 'name', type: 25 }],
} satisfies Asked;
const RANGE = { 'content-range': '0-1/*' };

/** What the database is asked without a compiler. */
let asked: string[];
let compiled: number;
let rows: object[];
beforeEach(() => {
  asked = [];
  compiled = 0;
  rows = ROWS;
});

interface Compiled {
  response?: Response;
  asked?: Asked[];
  offset?: number;
  heavy?: boolean;
  parsed?: boolean;
}

/** A service whose compiler does what is said. */
function service(what: () => Compiled = () => ({}), read = async () => rows) {
  const readAsVisitor = async (text: string) => {
    asked.push(text);
    return (await read()).map((row) => ({ row: JSON.stringify(row) }));
  };
  const answer = compiledOnce({ readAsVisitor }, async () => {
    const { response, offset, heavy = false, parsed = true, ...more } = what();
    compiled += 1;
    const caller = restCaller();
    if (!caller) throw new Error('Nobody calls.');
    if (parsed)
      caller.query = { type: 'query', from: 'artists', ...(offset && { offset }) } as never;
    caller.heavy = heavy;
    caller.asked = more.asked ?? [ASKED];
    return response ?? json(200, ROWS, RANGE);
  });
  return (changes: Partial<Call> = {}) => {
    const call = { ...callOf('/rest/v1/artists?select=name'), ...changes };
    return onBehalfOf(call, () => answer(call));
  };
}

function callOf(target: string, headers: Record<string, string> = {}): Call {
  const url = new URL(target, 'http://backend.test');
  const caller = { ip: '192.0.2.1', service: false, token: null, body: null, request: undefined };
  return { method: 'GET', url, path: url.pathname, headers: new Headers(headers), ...caller };
}

const times = async (count: number, ask: () => Promise<Response>) => {
  for (let i = 0; i < count; i++) await ask();
};

describe('a read that comes again', () => {
  it('is compiled twice, and asked for its rows each time', async () => {
    const ask = service();
    await ask();
    expect([compiled, asked]).toEqual([1, []]);
    await ask();
    expect([compiled, asked.length]).toEqual([2, 1]);
    rows = [{ name: 'Cleo' }];
    const third = await ask();
    expect(await third.json()).toEqual(rows);
    expect(Object.fromEntries(third.headers)).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'content-range': '0-0/*',
      'content-length': '17',
    });
    rows = [];
    const none = await ask();
    expect([await none.text(), none.headers.get('content-range')]).toEqual(['[]', '*/*']);
    expect([compiled, asked.length]).toEqual([2, 3]);
  });

  it('counts rows from where the request begins', async () => {
    const range = { 'content-range': '10-11/*' };
    const ask = service(() => ({ offset: 10, response: json(200, ROWS, range) }));
    await times(2, ask);
    expect((await ask()).headers.get('content-range')).toBe('10-11/*');
    expect(compiled).toBe(2);
  });

  it('is compiled anew once its statement fails', async () => {
    let denied = false;
    const ask = service(undefined, async () => {
      if (denied) throw new Error('permission denied');
      return rows;
    });
    await times(3, ask);
    expect([compiled, asked.length]).toEqual([2, 2]);
    denied = true;
    await times(2, ask);
    expect([compiled, asked.length]).toEqual([4, 4]);
    denied = false;
    await times(2, ask);
    expect([compiled, asked.length]).toEqual([5, 6]);
  });

  const column = (name: string, type = 25) => ({ name, type });
  it.each<[string, () => Compiled]>([
    ['takes long', () => ({ heavy: true })],
    ['was parsed by nobody', () => ({ parsed: false })],
    ['asked for nothing', () => ({ asked: [] })],
    ['asked twice', () => ({ asked: [ASKED, ASKED] })],
    [
      'holds what JSON shows otherwise',
      () => ({ asked: [{ ...ASKED, columns: [column('name', 20)] }] }),
    ],
    [
      'names a column twice',
      () => ({ asked: [{ ...ASKED, columns: [column('name'), column('name')] }] }),
    ],
    ['is a part', () => ({ response: json(206, ROWS, RANGE) })],
    ['is no JSON', () => ({ response: new Response('name\nAna\nBo') })],
  ])('is compiled each time when it %s', async (_, what) => {
    await times(4, service(what));
    expect([compiled, asked]).toEqual([4, []]);
  });

  it.each([
    ['other rows', json(200, [ROWS[0]], RANGE)],
    ['another count', json(200, ROWS, { 'content-range': '0-1/2' })],
  ])('is compiled each time when its statement alone gives %s', async (_, response) => {
    await times(
      4,
      service(() => ({ response: response.clone() })),
    );
    expect([compiled, asked.length]).toEqual([4, 1]);
  });

  it.each<[string, Partial<Call>]>([
    ['by somebody who is signed in', { token: 'a.b.c' }],
    ['with the secret key', { service: true }],
    ['for its head', { method: 'HEAD' }],
    ['of a function', callOf('/rest/v1/rpc/whoami')],
    ['with a preference', callOf('/rest/v1/artists', { prefer: 'count=exact' })],
    ['with a range', callOf('/rest/v1/artists', { range: '0-1' })],
    ['with a range unit', callOf('/rest/v1/artists', { 'range-unit': 'items' })],
    ['with a schema to write to', callOf('/rest/v1/artists', { 'content-profile': 'x' })],
    ['with a very long address', callOf(`/rest/v1/artists?x=${'x'.repeat(5000)}`)],
  ])('is compiled each time when it is asked %s', async (_, changes) => {
    const ask = service();
    await times(4, () => ask(changes));
    expect([compiled, asked]).toEqual([4, []]);
  });

  it.each<[string, Partial<Call>]>([
    ['another key', callOf('/rest/v1/artists?select=name', { apikey: 'x' })],
    ['another type', callOf('/rest/v1/artists?select=name', { accept: 'text/csv' })],
    ['another schema', callOf('/rest/v1/artists?select=name', { 'accept-profile': 'auth' })],
    ['another query', callOf('/rest/v1/artists?select=name&limit=1')],
  ])('is another one with %s', async (_, changes) => {
    const ask = service();
    await times(2, ask);
    await ask(changes);
    expect(compiled).toBe(3);
  });
});

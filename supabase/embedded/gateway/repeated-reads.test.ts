import { describe, expect, it } from 'vitest';
import { type Answered, RepeatedReads } from './repeated-reads.ts';

const KEY = '/rest/v1/artists?select=name';
const TEXT = { name: 'name', type: 25 };
const ROWS = ['{"name":"Ana"}', '{"name":"Bo"}'];

function answered(changes: Partial<Answered> = {}, body = `[${ROWS}]`, range = '0-1/*'): Answered {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-range': range };
  return {
    query: { type: 'query', from: 'artists' } as Answered['query'],
    asked: [{ text: 'select name from artists', params: [], columns: [TEXT] }],
    heavy: false,
    response: new Response(body, { headers }),
    ...changes,
  };
}

function readsOf(rows: () => string[]) {
  const asked: string[] = [];
  const reads = new RepeatedReads(async (text) => {
    asked.push(text);
    return rows().map((row) => Buffer.from(row));
  });
  return { reads, asked };
}

const learn = async (reads: RepeatedReads, times: number, make = answered) => {
  for (let i = 0; i < times; i++) await reads.learn(KEY, make());
};

describe('repeated reads', () => {
  it('keeps what comes the third time, and asks for its rows each time', async () => {
    let rows = ROWS;
    const { reads, asked } = readsOf(() => rows);
    await learn(reads, 2);
    expect([reads.has(KEY), asked]).toEqual([false, []]);
    await learn(reads, 1);
    expect(reads.has(KEY)).toBe(true);
    rows = ['{"name":"Cleo"}'];
    const { headers, body } = await reads.answer(KEY);
    expect(body.toString()).toBe('[{"name":"Cleo"}]');
    expect(headers).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'content-range': '0-0/*',
      'content-length': 17,
    });
    rows = [];
    const none = await reads.answer(KEY);
    expect([none.body.toString(), none.headers['content-range']]).toEqual(['[]', '*/*']);
    reads.forget(KEY);
    expect(reads.has(KEY)).toBe(false);
  });

  it('counts rows from where the request begins', async () => {
    const { reads } = readsOf(() => ROWS);
    const query = { type: 'query', from: 'artists', offset: 10 } as Answered['query'];
    await learn(reads, 3, () => answered({ query }, `[${ROWS}]`, '10-11/*'));
    expect((await reads.answer(KEY)).headers['content-range']).toBe('10-11/*');
  });

  const [asked] = answered().asked as [Answered['asked'][number]];
  const json = { 'content-type': 'application/json; charset=utf-8', 'content-range': '0-1/*' };
  const whole = { status: 206, headers: json };
  it.each<[string, () => Answered]>([
    ['takes long', () => answered({ heavy: true })],
    ['was parsed by nobody', () => answered({ query: null })],
    ['asked for nothing', () => answered({ asked: [] })],
    ['asked twice', () => answered({ asked: [asked, asked] })],
    [
      'holds what JSON shows otherwise',
      () => answered({ asked: [{ ...asked, columns: [{ name: 'name', type: 20 }] }] }),
    ],
    ['names a column twice', () => answered({ asked: [{ ...asked, columns: [TEXT, TEXT] }] })],
    ['is a part', () => answered({ response: new Response(`[${ROWS}]`, whole) })],
    ['is no JSON', () => answered({ response: new Response('name\nAna\nBo') })],
    ['is another in the other way', () => answered({}, '[{"name":"Ana"}]')],
    ['is counted in another way', () => answered({}, `[${ROWS}]`, '0-1/2')],
  ])('leaves an answer alone that %s', async (_, make) => {
    const { reads } = readsOf(() => ROWS);
    await learn(reads, 4, make);
    expect(reads.has(KEY)).toBe(false);
  });

  it('knows a request by its address and by what it accepts', () => {
    const key = (target: string, headers: Record<string, string> = {}) =>
      RepeatedReads.keyOf(target, (name) => headers[name]);
    const plain = key(KEY);
    expect(plain).not.toBeNull();
    expect(key(KEY, { accept: 'text/csv' })).not.toBe(plain);
    expect(key(KEY, { 'accept-profile': 'auth' })).not.toBe(plain);
    expect(key(`${KEY}&limit=1`)).not.toBe(plain);
    for (const name of ['prefer', 'range', 'range-unit', 'content-profile'])
      expect(key(KEY, { [name]: 'x' })).toBeNull();
    expect(key('/rest/v1/rpc/whoami')).toBeNull();
    expect(key('/auth/v1/user')).toBeNull();
    expect(key(`${KEY}${'x'.repeat(5000)}`)).toBeNull();
  });
});

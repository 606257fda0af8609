import { expect, it } from 'vitest';
import { ofFile } from '#tests/support/of-file.ts';
import { fixtureBackend, request } from '../fixture.ts';

const backend = ofFile(() => fixtureBackend());

const send = async (method: string, path: string, body: string, type = 'application/json') => {
  const response = await request(backend, `/rest/v1/${path}`, {
    method,
    body,
    headers: { apikey: backend.keys.secretKey, 'content-type': type },
  });
  return { status: response.status, answer: await response.text() };
};
const ONE = 'counters?id=eq.1';
const SCALARS = ['5', '"text"', 'true', 'null', '-1.5e3'];
const LISTS = ['[5]', '[null]', '["a"]', '[[{"n":1}]]', '[{"n":1},5]'];

it.each([
  ...['POST counters', `PATCH ${ONE}`, `PUT ${ONE}`, 'POST counters?columns=n'].flatMap((call) =>
    [...SCALARS, ...LISTS].map((body) => [call, body]),
  ),
  ...[...SCALARS, ...LISTS, '[]', '[{}]'].map((body) => ['POST rpc/whoami', body]),
  ...['POST counters', `PUT ${ONE}`].flatMap((call) =>
    ['{}', '[{}]', '[{},{}]'].map((body) => [call, body]),
  ),
  ...['[]', '[{}]'].map((body) => [`PATCH ${ONE}`, body]),
  ['POST counters?columns=n', '{"id":1}'],
])('%s with %s is refused, with a reason', async (call = '', body = '') => {
  const [method = '', path = ''] = call.split(' ');
  const { status, answer } = await send(method, path, body);
  expect([status, answer]).toEqual([400, expect.stringContaining('"PGRST102"')]);
});

it.each(['POST counters', `PATCH ${ONE}`, `PUT ${ONE}`])(
  '%s as CSV or a form names no statement in its answer',
  async (call) => {
    const [method = '', path = ''] = call.split(' ');
    for (const type of ['text/csv', 'application/x-www-form-urlencoded'])
      for (const body of ['5', '{}', ',', '='])
        expect((await send(method, path, body, type)).answer).not.toContain('42601');
  },
);

it('takes what PostgREST takes: objects, lists of them, nothing to add or change', async () => {
  expect(await send('POST', 'counters', '[{"id":7,"n":1},{"id":8,"n":1}]')).toMatchObject({
    status: 201,
  });
  expect(await send('POST', 'counters', '{"id":9,"n":1}')).toMatchObject({ status: 201 });
  expect(await send('POST', 'counters', '[]')).toMatchObject({ status: 201 });
  expect(await send('POST', 'counters?columns=id,n', '{"id":10,"n":1}')).toMatchObject({
    status: 201,
  });
  expect(await send('PATCH', 'counters?id=eq.7', '{"n":2}')).toMatchObject({ status: 204 });
  expect(await send('PATCH', 'counters?id=eq.7', '{}')).toMatchObject({ status: 204 });
  expect(await send('DELETE', 'counters?id=eq.7', '5')).toMatchObject({ status: 204 });
  expect(await send('POST', 'rpc/whoami', '{}')).toMatchObject({ status: 200 });
});

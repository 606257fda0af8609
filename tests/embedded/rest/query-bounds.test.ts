import { beforeAll, describe, expect, it } from 'vitest';
import { ofFile } from '#tests/support/of-file.ts';
import { fixtureBackend, request } from '../fixture.ts';

let token: string;
const backend = ofFile(() => fixtureBackend());
beforeAll(async () => {
  ({ token } = await backend.signedIn('client'));
  await backend.sql(
    `insert into public.artists (name, slug, public_visible)
     select 'Artist ' || n, 'a-' || n, true from generate_series(1, 1200) n`,
  );
  await backend.sql(
    "insert into public.murals (title, artist_id) select 'Wall ' || n, id from public.artists, generate_series(1, 3) n",
  );
  await backend.sql('grant select on public.murals to anon, authenticated');
});

const read = (query: string, init: Parameters<typeof request>[2] = {}) =>
  request(backend, `/rest/v1/artists?${query}`, init);

/** Every way of spelling a regular expression that reaches PostgreSQL's `~`. */
const REGEX = [
  'name=match.(.*)(.*)(.*)(.*)\\1\\2\\3\\4$',
  'name=imatch.x',
  'name=not.match.x',
  'name=match(any).{x,y}',
  'name=imatch(all).{x}',
  'name=%6Datch.x',
  'n%61me=%6d%61tch%2Ex',
  'or=(name.match.x,id.is.null)',
  'not.or=(name.match.x)',
  'and=(or(name.not.imatch.x))',
  'select=id,murals(title)&murals.title=match.x',
  'select=id,murals(title)&murals.or=(title.match.x)',
  'select=id,m:murals!inner(title)&m.title=not.imatch.x',
];

describe('regular expressions, whose cost has no bound', () => {
  it.each(REGEX)('are refused for visitors and people who are signed in: %s', async (query) => {
    for (const init of [{}, { token }]) {
      const response = await read(query, init);
      expect(response.status).toBe(400);
      expect(Object.keys(await response.json()).sort()).toEqual([
        'code',
        'details',
        'hint',
        'message',
      ]);
    }
  });

  it.each(['PATCH', 'DELETE'])('are refused for %s', async (method) => {
    const body = method === 'PATCH' ? { body: JSON.stringify({ name: 'x' }) } : {};
    const response = await read('name=match.x', { method, token, ...body });
    expect([response.status, (await response.json()).code]).toEqual([400, 'PGRST127']);
  });

  it('are named as they were spelled', async () => {
    const { message } = await (await read('name=imatch(any).{x}')).json();
    expect(message).toBe("The operator 'imatch(any)' is not available");
  });

  it('are open to the secret key', async () => {
    const service = { headers: { apikey: backend.keys.secretKey } };
    expect((await read('name=match.^Artist&limit=1', service)).status).toBe(200);
  });
});

describe('filters that no page uses', () => {
  it.each([
    'name=like.*a*',
    'name=ilike.*a*',
    'name=fts.a',
    'name=eq(any).{a,b}',
    'or=(name.ilike.*a*)',
  ])('are refused for visitors: %s', async (query) => {
    expect((await read(query)).status).toBe(400);
  });

  it('are bounded for people who are signed in', async () => {
    expect((await read('select=id&name=ilike.*tist 7*&limit=1', { token })).status).toBe(200);
    expect((await read(`name=ilike.${'*a'.repeat(300)}`, { token })).status).toBe(400);
  });
});

describe('a query', () => {
  const deep = 'select=id,murals(id,artists(id,murals(id,artists(id))))';
  const wide = `select=${Array.from({ length: 70 }, (_, i) => `c${i}:name`).join(',')}`;
  it.each([
    ['embeds too deeply', deep],
    ['embeds too often', 'select=id,a:murals(id),b:murals(id),c:murals(id),d:murals(id)'],
    ['is too wide', wide],
    ['repeats a column', 'select=a:name,b:name,c:name'],
    ['orders by too much', `order=${Array.from({ length: 9 }, () => 'name').join(',')}`],
    [
      'has too many conditions',
      `or=(${Array.from({ length: 60 }, (_, i) => `name.eq.${i}`).join(',')})`,
    ],
    ['nests too deeply', `or=(${'and('.repeat(8)}name.eq.a${')'.repeat(8)})`],
    ['skips too much', 'offset=9000000'],
    ['lists too much', `name=in.(${Array.from({ length: 600 }, (_, i) => i).join(',')})`],
  ])('that %s is refused', async (_, query) => {
    const response = await read(query);
    expect([response.status, (await response.json()).code]).toEqual([400, '54001']);
  });

  it('gets a thousand rows at most, and fewer when it embeds', async () => {
    const rows = async (query: string) => ((await (await read(query)).json()) as []).length;
    expect(await rows('select=id')).toBe(1000);
    expect(await rows('select=id,murals(id)')).toBe(250);
    expect(await rows('select=id,murals(id)&limit=3')).toBe(3);
  });

  it('inserts no more rows at once than a page would', async () => {
    const body = JSON.stringify(Array.from({ length: 501 }, (_, i) => ({ name: 'x', slug: i })));
    const response = await request(backend, '/rest/v1/artists', { method: 'POST', body, token });
    expect([response.status, (await response.json()).code]).toEqual([400, '54001']);
  });

  it('carries no larger body than a person could have typed', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(300_000) });
    for (const path of ['/rest/v1/artists', '/auth/v1/signup']) {
      const answer = await request(backend, path, { method: 'POST', body });
      // The rest of the body is in the way of whatever would come next over this connection.
      expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'close']);
    }
  });
});

it('answers cheap reads while expensive ones wait in their own line', {
  tags: 'long',
}, async () => {
  let pending = 40;
  const heavy = Array.from({ length: pending }, () =>
    read('select=id,name,murals(*,artists(id,name))').then((response) => {
      pending -= 1;
      return response.status;
    }),
  );
  for (let i = 0; i < 3; i++) expect((await read('select=id&limit=1')).status).toBe(200);
  expect(pending).toBeGreaterThan(5);
  for (const status of await Promise.all(heavy)) expect([200, 503]).toContain(status);
});

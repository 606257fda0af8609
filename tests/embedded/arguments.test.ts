import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, type TestBackend, testBackend } from '#tests/support/backend.ts';
import { request } from './fixture.ts';

let backend: TestBackend;
let artist: Person;
let token: string;
beforeAll(async () => {
  backend = await testBackend();
  artist = await backend.signedIn('artist');
  token = (await artist.client.auth.getSession()).data.session?.access_token ?? '';
});
afterAll(() => backend?.stop());

const quote = (changes: object) => ({
  p_key: crypto.randomUUID(),
  p_claim: 'c'.repeat(43),
  p_name: 'Grace Client',
  p_email: 'grace@example.com',
  p_phone: null,
  p_city: 'San Antonio',
  p_project_description: 'A heron on the wall beside the river, three meters high.',
  p_mural_size: null,
  p_surface_type: 'brick',
  p_style_preference: 'nature',
  p_budget_range: '1k-5k',
  ...changes,
});
const send = (changes: object) =>
  request(backend, '/rest/v1/rpc/submit_lead', {
    method: 'POST',
    body: JSON.stringify(quote(changes)),
  });

const WRONG: unknown[] = [{ toString: 1 }, { toString: null, valueOf: null }, {}, [], ['x'], [[1]]];

describe('arguments of functions', () => {
  it('more objects for a scalar than there are sessions leave the quote form as it was', async () => {
    for (const wrong of WRONG) {
      const answers = await Promise.all(
        Array.from({ length: 26 }, () => send({ p_key: wrong, p_email: 'x@example.com' })),
      );
      for (const answer of answers) {
        expect(answer.status).toBe(400);
        expect(await answer.json()).toMatchObject({
          code: '22P02',
          message: expect.stringContaining('"p_key"'),
        });
      }
    }
    expect((await send({})).status).toBe(200);
  });

  it('are refused alike where PostgreSQL would take the text of an object', async () => {
    for (const name of ['p_name', 'p_email', 'p_city', 'p_claim', 'p_elapsed_ms', 'p_artist'])
      for (const wrong of WRONG) expect((await send({ [name]: wrong })).status).toBe(400);
  });

  it('that want a list are not given an object or a scalar', async () => {
    const choose = (artists: unknown) =>
      request(backend, '/rest/v1/rpc/select_lead_artists', {
        method: 'POST',
        body: JSON.stringify({ p_lead: crypto.randomUUID(), p_claim: 'x', p_artists: artists }),
      });
    for (const wrong of [{}, { toString: 1 }, 5, true, [{}], [{ toString: 1 }], [[1]], 'x'])
      expect((await choose(wrong)).status).toBe(400);
    expect(await (await choose([crypto.randomUUID()])).json()).toMatchObject({
      message: expect.not.stringContaining('p_artists'),
    });
  });

  it('in a query are read as PostgreSQL reads them', async () => {
    const asked = (query: string) => request(backend, `/rest/v1/rpc/submit_lead?${query}`);
    expect((await asked('p_key={}&p_claim=x')).status).toBeGreaterThanOrEqual(400);
  });
});

describe('values of columns', () => {
  it('are checked as arguments are', async () => {
    const [own] = await backend.sql<{ id: string }>(
      "insert into public.artists (name, slug, user_id) values ('Own', 'own', $1) returning id",
      [artist.id],
    );
    const columns = await backend.sql<{ name: string; list: boolean }>(
      `select column_name as name, data_type = 'ARRAY' as list from information_schema.columns
       where table_schema = 'public' and table_name = 'artists' and data_type not in ('json', 'jsonb')`,
    );
    expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining(['name', 'styles']));
    for (const { name, list } of columns)
      for (const wrong of list ? [{}, { toString: 1 }, [{ toString: 1 }], 5] : WRONG)
        for (const [method, path] of [
          ['PATCH', `artists?id=eq.${own?.id}`],
          ['POST', 'artists'],
        ] as const) {
          const answer = await request(backend, `/rest/v1/${path}`, {
            method,
            token,
            body: JSON.stringify({ [name]: wrong }),
          });
          expect([name, wrong, method, answer.status]).toEqual([name, wrong, method, 400]);
        }
    const { error } = await artist.client.from('artists').select('id').limit(1);
    expect(error).toBeNull();
  });
});

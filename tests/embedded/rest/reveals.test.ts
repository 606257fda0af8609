import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ofFile } from '#tests/support/of-file.ts';
import { fixtureBackend, request } from '../fixture.ts';

/** What answers tell beside their rows. */
vi.setConfig({ testTimeout: 120_000 });

const backend = ofFile(() => fixtureBackend());
beforeAll(async () => {
  await backend.sql(
    `insert into public.artists (name, slug, public_visible)
     select 'n', 's' || n, n = 1 from generate_series(1, 300) n`,
  );
  await backend.sql('analyze public.artists');
});

describe('a count', () => {
  const count = (prefer: string, method: string, query = '') =>
    request(backend, `/rest/v1/artists?select=id${query}`, { method, headers: { prefer } });

  it.each([
    'count=exact',
    'count=planned',
    'count=estimated',
    'count = planned',
    'return=minimal, count=planned',
    'count=planned,count=planned',
  ])('is of the rows that the caller sees: %s', async (prefer) => {
    for (const method of ['GET', 'HEAD'])
      for (const query of ['', '&name=eq.n', '&public_visible=is.false', '&limit=1']) {
        const total = (await count(prefer, method, query)).headers.get('content-range');
        const seen = query.includes('false') ? '0' : '1';
        expect([method, query, total?.split('/')[1]]).toEqual([method, query, seen]);
      }
  });

  it('is counted for members as for anybody', async () => {
    const { client } = await backend.signedIn('client');
    for (const kind of ['planned', 'estimated'] as const) {
      const { count } = await client.from('artists').select('id', { count: kind, head: true });
      expect(count).toBe(1);
    }
  });
});

it('keeps plans to itself', async () => {
  for (const accept of [
    'application/vnd.pgrst.plan',
    'application/vnd.pgrst.plan+json; options=analyze|verbose',
    'application/vnd.pgrst.plan+text; for="application/json"',
  ]) {
    const answer = await request(backend, '/rest/v1/artists?select=id', { headers: { accept } });
    expect(answer.status, accept).toBe(406);
  }
});

it.each(['23514', '23502', '23505', '23503'])(
  'a constraint does not quote the row it refuses: %s',
  async (code) => {
    const body = JSON.stringify({ p_code: code });
    const answer = await request(backend, '/rest/v1/rpc/break_rule', { method: 'POST', body });
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ code, details: null });
    expect(answer.status).toBe(/2350[35]/.test(code) ? 409 : 400);
    expect(text).not.toMatch(/secret|5ec2e|Failing row|Key \(/);
  },
);

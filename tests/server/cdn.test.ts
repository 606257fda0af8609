import { beforeAll, describe, expect, it } from 'vitest';
import { metrics } from '#server/metrics.ts';
import { respond } from '#server/respond.ts';
import { httpServer } from '#tests/support/http-server.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { raw, testSite } from './fixture.ts';

const LONG = 'max-age=300, stale-while-revalidate=300, stale-if-error=86400';
const NAME = 'cdn-cache-control';

/** Says of caches what its path asks for. */
const backend = ofFile(() =>
  httpServer(({ url = '' }, response) => {
    const asked = new URL(url, 'http://x').searchParams.get('caches');
    response.writeHead(200, asked ? { 'cache-control': asked } : {}).end('[]');
  }),
);
const answers = metrics({
  mayRead: () => true,
  figures: async () => ({ parts: {}, queues: null, database: null, disk: null, backup: null }),
  answers: new Set(),
  events: new Set(),
});
const options = {
  backendUrl: () => backend.url,
  hooks: (...call: Parameters<typeof answers>) => {
    if (answers(...call)) return true;
    if (!call[2].startsWith('/hooks/')) return false;
    respond(call[1], 202, 'Taken');
    return true;
  },
};
const site = ofFile(() => testSite({ ...options, cdn: true }));
const without = ofFile(() => testSite(options));

beforeAll(async () => {
  const moved = '<meta http-equiv="refresh" content="0;url=/artists">';
  for (const each of [site, without]) {
    await each.write('media/0123456789abcdef0123-640.avif', 'x');
    await each.write('mural/old.html', moved);
    await each.server.refresh(['mural/old.html']);
  }
});

describe('with a CDN that is told of every change', () => {
  it.each([
    ['/', 200],
    ['/artists', 200],
    ['/404', 200],
    ['/og.png', 200],
    ['/pagefind/parts.json', 200],
    ['/media/0123456789abcdef0123-640.avif', 200],
    ['/mural/old', 308],
  ])('it keeps %s, and browsers ask again as before', async (pathname, status) => {
    // In memory the second time, and then answered in another way.
    for (let time = 0; time < 3; time++) {
      const answer = await site.get(pathname);
      expect([answer.status, answer.headers[NAME]]).toEqual([status, LONG]);
      const before = (await without.get(pathname)).headers;
      expect(before[NAME]).toBeUndefined();
      expect(answer.headers['cache-control']).toBe(before['cache-control']);
    }
  });

  it('a page that has not changed says it too', async () => {
    const { etag } = (await site.get('/artists')).headers;
    const answer = await raw(
      site.server.port,
      `GET /artists HTTP/1.1\r\nhost: x\r\nif-none-match: ${etag}\r\n\r\nGET /x HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 304 /);
    expect(answer.split('\r\n\r\n')[0]?.toLowerCase()).toContain(`${NAME}: ${LONG}`);
  });

  it.each([
    // Never changes, and says so to all.
    ['/_astro/app.abc123.js', 200],
    // Purges name no query.
    ['/artists?style=lettering', 200],
    ['/artists?page=2', 200],
    ['/nobody', 404],
    ['/artists/', 308],
  ])('it keeps no longer than before %s', async (pathname, status) => {
    for (let time = 0; time < 3; time++) {
      const answer = await site.get(pathname);
      expect([answer.status, answer.headers[NAME]]).toEqual([status, undefined]);
      const before = (await without.get(pathname)).headers;
      expect(answer.headers['cache-control']).toBe(before['cache-control']);
    }
  });

  it.each(['/healthz', '/metrics', '/hooks/rebuild', '/rest/v1/artists', '/auth/v1/user'])(
    'nobody keeps %s',
    async (pathname) => {
      expect((await site.get(pathname)).headers['cache-control']).toBe('no-store');
    },
  );

  it('it keeps nothing of the API, whatever browsers may keep', async () => {
    for (const path of ['/rest/v1/x', '/auth/v1/x', '/storage/v1/x']) {
      const { headers } = await site.get(`${path}?caches=public,max-age=600`);
      expect(headers).toMatchObject({ 'cache-control': 'public,max-age=600', [NAME]: 'no-store' });
      const before = (await without.get(path)).headers;
      expect([before['cache-control'], before[NAME]]).toEqual([undefined, undefined]);
    }
  });
});

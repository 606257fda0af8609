import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { redirectPage } from '#site/redirect-page.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { raw, testSite } from './fixture.ts';

const site = ofFile(() => testSite());

describe('pages', () => {
  it('are served under clean addresses', async () => {
    const page = await site.get('/artists');
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body.toString()).toContain('<h1>Artists</h1>');
    expect((await site.get('/')).body.toString()).toBe('<h1>Home</h1>');
    expect((await site.get('/?utm=1')).status).toBe(200);
  });

  it.each([
    ['/artists/', '/artists'],
    ['/artists.html', '/artists'],
    ['/index', '/'],
    ['/index.html?utm=1', '/?utm=1'],
    ['/artist/%C3%AD%C3%B1igo/', '/artist/%C3%AD%C3%B1igo'],
    ['/artists/?style=Pop!', '/artists?style=Pop!'],
  ])('move %s to %s', async (from, to) => {
    const moved = await site.get(from);
    expect(moved.status).toBe(308);
    expect(moved.headers.location).toBe(to);
    expect(moved.headers['cache-control']).toBe('no-store');
  });

  it.each(['//evil.example', '//evil.example/%23', '/%5Cevil.example', '/%2F%2Fevil.example%23a'])(
    'never lead to another site: %s',
    async (path) => expect((await site.get(path)).status).toBe(404),
  );

  it('that have moved lead on, from disk and from memory, with whatever was asked', async () => {
    const page = await redirectPage('/mural/river', new URL('https://muro.example/mural/x')).text();
    await site.write('mural/creek.html', page);
    await site.server.refresh(['mural/creek.html']);
    site.server.put('mural/brook.html', Buffer.from(page));
    for (const from of ['/mural/creek', '/mural/creek', '/mural/brook']) {
      const moved = await site.get(`${from}?utm=1`);
      expect([moved.status, moved.headers.location]).toEqual([308, '/mural/river?utm=1']);
      // An artist may go back to an old title.
      expect(moved.headers['cache-control']).toContain('must-revalidate');
      expect((await site.get(from)).status).toBe(308);
    }
  });

  it.each([
    '/artist/nobody',
    '/%',
    '/artist/%ZZ',
    '/artist/%C3%28',
    '/%00',
    '/artist/ana%FFluz?page=%',
    '/nobody?token=3Dabc&amp;x=%ZZ',
    '//artists',
    '/artists.',
    '/artists%23T0ken',
  ])('answer 404 with the 404 page for what is unknown: %s', async (path) => {
    const page = await site.get(path);
    expect(page.status).toBe(404);
    expect(page.body.toString()).toContain('Oops! Page not found');
  });

  it('are sent without a body for HEAD, with the same headers', async () => {
    const [head, full] = [await site.get('/artists', {}, 'HEAD'), await site.get('/artists')];
    expect(head.body.length).toBe(0);
    for (const name of ['etag', 'content-length', 'content-type', 'cache-control']) {
      expect(head.headers[name]).toBe(full.headers[name]);
    }
  });

  it('refuse other methods', async () => {
    const refused = await site.get('/artists', {}, 'DELETE');
    expect(refused.status).toBe(405);
    expect(refused.headers.allow).toBe('GET, HEAD');
  });
});

describe('compression', () => {
  it('is chosen by the request', async () => {
    const br = await site.get('/artists', { 'accept-encoding': 'gzip, deflate, br' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.body).toString()).toContain('Artists');
    const gzip = await site.get('/artists', { 'accept-encoding': 'gzip, br;q=0' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.body).toString()).toContain('Artists');
    const none = await site.get('/artists', { 'accept-encoding': 'identity' });
    expect(none.headers['content-encoding']).toBeUndefined();
    expect(new Set([br, gzip, none].map((answer) => answer.headers.etag)).size).toBe(3);
    expect(br.headers.vary).toBe('accept-encoding');
  });
});

describe('caching', () => {
  it('answers 304 to the right tag only', async () => {
    const etag = String((await site.get('/artists')).headers.etag);
    for (const tag of [etag, `"x", ${etag}`, `W/${etag}`, '*']) {
      const answer = await site.get('/artists', { 'if-none-match': tag });
      expect([tag, answer.status, answer.body.length]).toEqual([tag, 304, 0]);
    }
    expect((await site.get('/artists', { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await site.get('/nobody', { 'if-none-match': '*' })).status).toBe(404);
  });
});

describe('ranges', () => {
  it.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=20-', 416, '', 'bytes */10'],
    ['bytes=0-1,3-4', 200, '0123456789', undefined],
  ])('%s', async (range, status, body, contentRange) => {
    const answer = await site.get('/og.png', { range });
    expect([answer.status, answer.body.toString()]).toEqual([status, body]);
    expect(answer.headers['content-range']).toBe(contentRange);
  });

  it('honour If-Range', async () => {
    const etag = String((await site.get('/og.png')).headers.etag);
    const headers = { range: 'bytes=0-3' };
    expect((await site.get('/og.png', { ...headers, 'if-range': etag })).status).toBe(206);
    expect((await site.get('/og.png', { ...headers, 'if-range': '"old"' })).status).toBe(200);
  });
});

describe('paths', () => {
  it.each([
    '/../../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2fetc/passwd',
    '/artist/..%5c..%5cx',
    '/media/../site/index.html',
    '/media/..%2fsite%2findex.html',
    '/%00',
    '/%',
    '/%c3%28',
    '//evil.example/',
    '/_headers',
  ])('%s reveals nothing', async (pathname) => {
    const answer = await site.get(pathname);
    expect([400, 404]).toContain(answer.status);
    expect(answer.headers.location).toBeUndefined();
  });

  it('survive requests that are no HTTP', async () => {
    expect(await raw(site.server.port, 'GET\r\n\r\n')).toMatch(/^HTTP\/1.1 400/);
    expect((await site.get('/')).status).toBe(200);
  });
});

describe('security headers', () => {
  it.each(['/', '/nobody', '/og.png', '/healthz', '/artists/'])('are on %s', async (pathname) => {
    const { headers } = await site.get(pathname);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  });
});

describe('variants of uploads', () => {
  const name = `media/${'a'.repeat(20)}-640.webp`;

  it('are found as soon as they are written, and kept for good', async () => {
    expect((await site.get(`/${name}`)).status).toBe(404);
    await site.write(name, 'picture');
    const answer = await site.get(`/${name}`, { range: 'bytes=0-2' });
    expect([answer.status, answer.body.toString()]).toEqual([206, 'pic']);
    expect(answer.headers['cache-control']).toContain('immutable');
  });

  it('are nothing but variants', async () => {
    await site.write('media/index.jsonl', 'secret');
    expect((await site.get('/media/index.jsonl')).status).toBe(404);
  });
});

import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answered } from '#server/access-log.ts';
import { trustedProxies } from '#server/client-address.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { testSite } from './fixture.ts';

const MADE = /\r\n(Date|x-request-id): [^\r]+/g;
const PICTURE = `/media/${'a'.repeat(20)}-640.webp`;
const PAGES = ['/', '/artists', '/_astro/app.abc123.js', '/og.png', '/404', PICTURE];
const LAST = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
/** Not plain: Node's HTTP answers it, and everything after it on the same connection. */
const TO_NODE = 'HEAD /healthz HTTP/1.1\r\nHost: x\r\n\r\n';

const logged: Answered[] = [];

const quick = ofFile(() =>
  testSite({
    listeners: new Set([(answer) => void logged.push(answer)]),
    trustProxy: trustedProxies('loopback'),
  }),
);
beforeAll(async () => {
  await quick.write(PICTURE.slice(1), 'picture');
  await quick.write('rest/v1/x.html', 'a file');
  await quick.write('hooks/x.html', 'a file');
  await quick.write('healthz.html', 'a file');
  await quick.server.activate('r1', quick.dir);
  // From now on in memory.
  for (const page of PAGES) await quick.get(page);
});

/**
 * All bytes that come back for a request and one after it that ends the connection, but for the date and the id that
 * an answer is given which is no file's.
 * @param first what goes ahead on the connection; its answer is left out.
 */
function exchange(text: string, first = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(quick.server.port, '127.0.0.1', () => ask(first || text));
    const ask = (request: string) => socket.write(request, 'latin1');
    let answer = '';
    let ahead = first !== '';
    socket.setEncoding('latin1').on('data', (part: string) => {
      if (ahead) {
        ahead = !part.endsWith('\r\n\r\n');
        if (!ahead) ask(text);
        return;
      }
      if (answer === '') ask(LAST);
      answer += part;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer.replaceAll(MADE, '\r\n$1: …')));
  });
}
const throughNode = (text: string) => exchange(text, TO_NODE);

const request = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');

describe('an answer from memory is, to the byte, that of Node', () => {
  const encodings = [[], ['accept-encoding: br, gzip'], ['Accept-Encoding: br;q=0, *']];
  it.each(PAGES)('%s', async (page) => {
    for (const encoding of encodings) {
      const text = request(page, ...encoding);
      const answer = await throughNode(text);
      expect(await exchange(text)).toBe(answer);
      const etag = /\r\netag: ([^\r]+)/.exec(answer)?.[1];
      for (const tag of [`W/${etag}`, `"a",${etag}`, '* ', '"a"', '']) {
        const again = request(page, ...encoding, `If-None-Match: ${tag}`);
        expect(await exchange(again)).toBe(await throughNode(again));
      }
    }
  });

  it.each([
    request('/artists?page=2'),
    request('/artists?utm=1'),
    request('/artists#top'),
    request('http://elsewhere.test/artists'),
    request('/artists/'),
    request('/artists.html'),
    request('//artists'),
    request('/./artists'),
    request('/%61rtists'),
    request('/nobody'),
    request('/healthz'),
    request('/rest/v1/x'),
    request('/hooks/x'),
    request('/media/index.jsonl'),
    'GET  /artists HTTP/1.1\r\nHost: x\r\n\r\n',
    'nothing at all\r\n\r\n',
    `${request('/artists', `Cookie: ${'x'.repeat(9000)}`)}`,
    `${request('/artists', `Cookie: ${'x'.repeat(20_000)}`)}`,
    request('/artists') + request('/og.png'),
    'GET /artists HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ])('also for what is not plain (%#)', async (text) => {
    expect(await exchange(text)).toBe(await throughNode(text));
  });
});

describe('is logged as one of Node', () => {
  const lines = async (text: string, ask: typeof exchange) => {
    logged.length = 0;
    await ask(text);
    await expect.poll(() => logged.at(-1)?.path).toBe('/healthz');
    return logged
      .filter(({ path }) => path !== '/healthz')
      .map(({ ms, request: _, ...line }) => {
        expect(ms).toBeTypeOf('number');
        return line;
      });
  };
  it.each([
    ['a page', request('/artists', 'Accept-Encoding: br'), 200],
    ['one unpacked', request('/artists'), 200],
    ['one that the client has', request('/artists', 'If-None-Match: *'), 304],
    ['one by a proxy', request('/artists', 'X-Forwarded-For: 6.6.6.6, 198.51.100.7'), 200],
    [
      'one by two proxies',
      request('/artists', 'X-Forwarded-For: 6.6.6.6', 'X-Forwarded-For: 7.7.7.7'),
      200,
    ],
  ])('%s', async (_, text, status) => {
    const [line, ...more] = await lines(text, (each) => exchange(each));
    expect([line?.status, line?.method, line?.path]).toEqual([status, 'GET', '/artists']);
    expect([line, ...more]).toEqual(await lines(text, throughNode));
  });

  it('one that its client has left', async () => {
    await quick.write('large.png', randomBytes(8 * 2 ** 20));
    await quick.server.refresh(['large.png']);
    await quick.get('/large.png');
    logged.length = 0;
    const socket = connect(quick.server.port, '127.0.0.1', () => {
      socket.write(request('/large.png'));
      socket.once('readable', () => socket.destroy());
    });
    await expect
      .poll(() => logged)
      .toMatchObject([{ path: '/large.png', status: 200, aborted: true }]);
  });
});

describe('what was published counts at once on a connection that is open', () => {
  const asking = () => {
    const socket = connect(quick.server.port, '127.0.0.1');
    let heard: (answer: string) => void = () => {};
    socket.setEncoding('latin1').on('data', (part: string) => heard(part));
    return {
      ask: (target: string) =>
        new Promise<string>((resolve) => {
          heard = resolve;
          socket.write(request(target, 'Accept-Encoding: br'));
        }),
      end: () => socket.destroy(),
    };
  };

  it('for a page that changes and goes, and a release that follows', async () => {
    await quick.write('artist/a.html', 'one');
    await quick.server.refresh(['artist/a.html']);
    const one = await asking().ask('/artist/a');
    const open = asking();
    expect(await open.ask('/artist/a')).toBe(one);
    await quick.write('artist/a.html', 'two');
    await quick.server.refresh(['artist/a.html']);
    const two = await open.ask('/artist/a');
    expect(two).toMatch(/^HTTP\/1\.1 200 /);
    expect(two).not.toBe(one);
    await rm(path.join(quick.dir, 'artist/a.html'));
    await quick.server.refresh(['artist/a.html']);
    expect(await open.ask('/artist/a')).toMatch(/^HTTP\/1\.1 404 /);
    open.end();
  });

  it('for a picture that is withdrawn', async () => {
    const open = asking();
    expect(await open.ask(PICTURE)).toMatch(/^HTTP\/1\.1 200 /);
    await rm(path.join(quick.dir, '..', PICTURE));
    await quick.server.refresh([PICTURE.slice(1)]);
    expect(await open.ask(PICTURE)).toMatch(/^HTTP\/1\.1 404 /);
    open.end();
  });

  it('for a release in which a page is no more', async () => {
    const other = await testSite();
    await rm(path.join(other.dir, 'artists.html'));
    const open = asking();
    expect(await open.ask('/artists')).toMatch(/^HTTP\/1\.1 200 /);
    await quick.server.activate('r2', other.dir);
    expect(await open.ask('/artists')).toMatch(/^HTTP\/1\.1 404 /);
    open.end();
    await other.close();
  });
});

import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestSite, testSite } from './fixture.ts';

const PICTURE = `/media/${'a'.repeat(20)}-640.webp`;
const PAGES = ['/', '/artists', '/_astro/app.abc123.js', '/og.png', '/404', PICTURE];
const LAST = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

/** One answers from memory, the other, which logs, through Node's HTTP. */
let quick: TestSite;
let plain: TestSite;
const logged: string[] = [];

beforeAll(async () => {
  quick = await testSite();
  plain = await testSite({ log: (line) => logged.push(line) });
  for (const site of [quick, plain]) {
    await site.write(PICTURE.slice(1), 'picture');
    await site.write('rest/v1/x.html', 'a file');
    await site.write('hooks/x.html', 'a file');
    await site.write('healthz.html', 'a file');
    await site.server.activate('r1', site.dir);
    // From now on in memory.
    for (const page of PAGES) await site.get(page);
  }
});
afterAll(() => Promise.all([quick.close(), plain.close()]));

/** All bytes that come back for a request and one after it that ends the connection, but for the date. */
function exchange(site: TestSite, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(site.server.port, '127.0.0.1', () => socket.write(text, 'latin1'));
    let answer = '';
    socket.setEncoding('latin1').on('data', (part: string) => {
      if (answer === '') socket.write(LAST);
      answer += part;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer.replaceAll(/\r\nDate: [^\r]+/g, '\r\nDate: …')));
  });
}

const request = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');

describe('an answer from memory is, to the byte, that of Node', () => {
  const encodings = [
    [],
    ['Accept-Encoding: br, gzip'],
    ['accept-encoding: gzip'],
    ['Accept-Encoding: identity'],
    ['Accept-Encoding: br;q=0, *'],
  ];
  it.each(PAGES)('%s', async (page) => {
    for (const encoding of encodings) {
      const text = request(page, ...encoding);
      const answer = await exchange(plain, text);
      expect(await exchange(quick, text)).toBe(answer);
      const etag = /\r\netag: ([^\r]+)/.exec(answer)?.[1];
      for (const tag of [etag, `W/${etag}`, `"a",${etag}`, '*', '* ', '"a"', '']) {
        const again = request(page, ...encoding, `If-None-Match: ${tag}`);
        expect(await exchange(quick, again)).toBe(await exchange(plain, again));
      }
    }
  });

  it.each([
    request('/artists', 'Range: bytes=0-3'),
    request('/og.png', 'Range: bytes=0-3'),
    request('/og.png', 'Range: bytes=20-'),
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
    'HEAD /artists HTTP/1.1\r\nHost: x\r\n\r\n',
    'POST /artists HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab',
    'GET /artists HTTP/1.0\r\n\r\n',
    'GET /artists HTTP/1.1\r\n\r\n',
    'GET /artists HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'GET  /artists HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /artists HTTP/1.1\r\nHost: x\r\nA : b\r\n\r\n',
    'GET /artists HTTP/1.1\nHost: x\n\n',
    '\r\nGET /artists HTTP/1.1\r\nHost: x\r\n\r\n',
    'nothing at all\r\n\r\n',
    `${request('/artists', `Cookie: ${'x'.repeat(9000)}`)}`,
    `${request('/artists', `Cookie: ${'x'.repeat(20_000)}`)}`,
    request('/artists') + request('/og.png'),
    'GET /artists HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'GET /artists HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ])('also for what is not plain (%#)', async (text) => {
    expect(await exchange(quick, text)).toBe(await exchange(plain, text));
  });
});

it('answers where nothing is logged, and Node where something is', async () => {
  const before = logged.length;
  await plain.get('/artists');
  expect(logged.length).toBe(before + 1);
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
    quick.server.forget([path.basename(PICTURE)]);
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

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bucket, openBucket } from './bucket.ts';
import { BucketError } from './bucket-error.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const PAGE = { contentType: 'text/html', cacheControl: 'no-cache' };
const refuse =
  (status: number, code: string): Answer =>
  (_, response) =>
    response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
const stored: Answer = (_, response) => response.setHeader('etag', '"abc"').end();
const cut: Answer = (request) => request.socket.destroy();

let server: Server;
let bucket: Bucket;
/** What the server does with the next requests; with all others it does the last of them. */
let answers: Answer[];
let asked: { method?: string; url?: string; body: string; headers: IncomingMessage['headers'] }[];

beforeEach(async () => {
  asked = [];
  server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    asked.push({ method: method ?? '', url: url ?? '', headers, body: await text(request) });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    answer?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const key = { accessKeyId: 'key', secretAccessKey: 'secret' };
  bucket = openBucket({ name: 'pages', endpoint, region: 'auto', ...key }, { timeoutMs: 1000 });
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const faultOf = (work: Promise<unknown>): Promise<BucketError> =>
  work.then(
    () => expect.unreachable(),
    (error) => error,
  );

describe('a bucket', () => {
  it('signs what it puts, with the digest of the body', async () => {
    answers = [stored];
    const body = Buffer.from('<h1>Walls</h1>');
    const headers = { ...PAGE, contentEncoding: 'br', meta: { release: '7' } } as const;
    expect(await bucket.put('artist/x.html', body, headers)).toBe('abc');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ method: 'PUT', url: '/pages/artist/x.html', body: `${body}` });
    expect(asked[0]?.headers).toMatchObject({
      'content-type': 'text/html',
      'cache-control': 'no-cache',
      'content-encoding': 'br',
      'x-amz-meta-release': '7',
      'x-amz-content-sha256': expect.stringMatching(/^[\da-f]{64}$/),
      authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/auto\/s3\//),
    });
  });

  describe('asked to replace one version only', () => {
    const walls = Buffer.from('walls');
    const unmet = refuse(412, 'PreconditionFailed');
    const has =
      (etag: string): Answer =>
      (_, response) =>
        response.setHeader('etag', `"${etag}"`).end();
    const put = (over: string | null) => bucket.put('x.html', walls, PAGE, { over });
    const conditions = () =>
      asked.map(({ method, headers }) => [method, headers['if-match'] ?? headers['if-none-match']]);

    it('says so', async () => {
      answers = [stored];
      await put('abc');
      await put(null);
      expect(conditions()).toEqual([
        ['PUT', 'abc'],
        ['PUT', '*'],
      ]);
    });

    it('takes another one for a refusal', async () => {
      answers = [unmet, has('other')];
      const { status, message } = await faultOf(put('abc'));
      expect([status, message]).toEqual([
        412,
        'The bucket pages has another version by now: another server has stored it.',
      ]);
    });

    it('takes its own for an earlier try whose answer was lost', async () => {
      const own = 'ed0aa5943823b898342750c7ef3a6959';
      answers = [cut, unmet, has(own)];
      expect(await put('abc')).toBe(own);
    });

    it('does without where the server does not know such conditions', async () => {
      answers = [refuse(501, 'NotImplemented'), has('abc'), stored];
      expect(await put('abc')).toBe('abc');
      expect(conditions().at(-1)).toEqual(['PUT', undefined]);
    });
  });

  it.each([
    ['a b+c.html', 'a%20b%2Bc.html'],
    ['año/ñandú.html', 'a%C3%B1o/%C3%B1and%C3%BA.html'],
    ["it's(1)*!.png", 'it%27s%281%29%2A%21.png'],
    ['50%.html', '50%25.html'],
    ['a//b?x=1#y', 'a//b%3Fx%3D1%23y'],
  ])('addresses %j', async (key, path) => {
    answers = [stored];
    await bucket.put(key, Buffer.alloc(0), PAGE);
    expect(asked[0]?.url).toBe(`/pages/${path}`);
  });

  it.each(['', '..', '../other/key', 'a/./b'])('has no address for %j', async (key) => {
    await expect(bucket.get(key)).rejects.toThrow(`cannot hold the key '${key}'`);
  });

  it('reads what is there, and nothing where there is nothing', async () => {
    answers = [
      (_, response) =>
        response
          .setHeader('etag', 'W/"abc"')
          .setHeader('last-modified', 'Tue, 03 Mar 2026 10:00:00 GMT')
          .setHeader('content-type', 'text/html')
          .setHeader('x-amz-meta-release', '7')
          .end('walls'),
      refuse(404, 'NoSuchKey'),
    ];
    expect(await bucket.get('x')).toEqual({
      body: Buffer.from('walls'),
      head: {
        etag: 'abc',
        size: 5,
        lastModified: new Date('2026-03-03T10:00:00Z'),
        contentType: 'text/html',
        cacheControl: '',
        meta: { release: '7' },
      },
    });
    expect(await bucket.get('x')).toBeNull();
    expect(await bucket.head('x')).toBeNull();
    expect(await bucket.stream('x')).toBeNull();
    await bucket.remove(['x']);
  });

  it('streams a part', async () => {
    answers = [(_, response) => response.writeHead(206).end('all')];
    const stream = await bucket.stream('x', 1, 3);
    expect(stream && (await text(stream))).toBe('all');
    expect(asked[0]?.headers.range).toBe('bytes=1-3');
  });

  it('lists page after page', async () => {
    const list = (inside: string): Answer => {
      const xml = `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inside}</ListBucketResult>`;
      return (_, response) => response.end(xml);
    };
    const object = (key: string) =>
      `<Contents><Key>${key}</Key><LastModified>2026-03-03T10:00:00.000Z</LastModified><ETag>&quot;abc&quot;</ETag><Size>5</Size></Contents>`;
    answers = [
      list(
        `<EncodingType>url</EncodingType>${object('a+b')}${object('%C3%B1%2B%26')}<IsTruncated>true</IsTruncated><NextContinuationToken>t/1+&amp;=</NextContinuationToken>`,
      ),
      list(
        `<IsTruncated>false</IsTruncated>${object('a+b &amp; &#xF1; &lt;')}<CommonPrefixes></CommonPrefixes>`,
      ),
    ];
    const found = await Array.fromAsync(bucket.list('art/'));
    expect(found.map(({ key }) => key)).toEqual(['a b', 'ñ+&', 'a+b & ñ <']);
    expect(found[0]).toEqual({
      key: 'a b',
      etag: 'abc',
      size: 5,
      lastModified: new Date('2026-03-03T10:00:00Z'),
    });
    const queries = asked.map(({ url }) => new URL(`http://x${url}`).searchParams);
    expect(queries.map((query) => query.get('prefix'))).toEqual(['art/', 'art/']);
    expect(queries.map((query) => query.get('continuation-token'))).toEqual([null, 't/1+&=']);
  });

  it('takes an empty list, but no other page for one', async () => {
    answers = [(_, response) => response.end('<ListBucketResult/>')];
    expect(await Array.fromAsync(bucket.list())).toEqual([]);
    answers = [(_, response) => response.end('<html>Log in</html>')];
    await expect(Array.fromAsync(bucket.list())).rejects.toThrow('not a list');
  });

  it.each(['', '<NextContinuationToken></NextContinuationToken>', '<NextContinuationToken/>'])(
    'takes no part of a list for the whole: %j',
    async (token) => {
      answers = [
        (_, response) =>
          response.end(
            `<ListBucketResult><IsTruncated>true</IsTruncated>${token}</ListBucketResult>`,
          ),
      ];
      await expect(Array.fromAsync(bucket.list())).rejects.toThrow('has more, but not where');
      expect(asked).toHaveLength(1);
    },
  );
});

describe('a bucket with faults', () => {
  it.each<[string, Answer]>([
    ['slows down', refuse(503, 'SlowDown')],
    ['fails', refuse(500, 'InternalError')],
    ['has too many', refuse(429, 'TooManyRequests')],
    ['has waited for too long', refuse(400, 'RequestTimeout')],
    ['loses its answer', cut],
    ['hangs', () => {}],
    [
      'stops in the middle',
      (_, response) => void response.writeHead(200, { 'content-length': 9 }).write('a'),
    ],
    [
      'is cut in the middle',
      (request, response) => {
        response.writeHead(200, { 'content-length': 9 }).write('a');
        setTimeout(() => cut(request, response), 20);
      },
    ],
  ])('is asked again when it %s', async (_, fault) => {
    answers = [fault, fault, stored];
    expect(await bucket.put('x', Buffer.from('walls'), PAGE)).toBe('abc');
    expect(asked.map(({ body }) => body)).toEqual(['walls', 'walls', 'walls']);
  });

  it('is given up after some tries, in a sentence', async () => {
    answers = [refuse(503, 'SlowDown')];
    const slow = await faultOf(bucket.get('x'));
    expect(slow).toMatchObject({ status: 503, code: 'SlowDown' });
    expect(slow.message).toBe('The bucket pages answered 503 (SlowDown).');
    expect(asked).toHaveLength(5);
    answers = [cut];
    const lost = await faultOf(bucket.get('x'));
    expect(lost.message).toMatch(/^The bucket pages cannot be reached at http:.* \(\w+\)\.$/);
    expect(lost.status).toBe(0);
  });

  it.each([
    [403, 'ExpiredToken', /^The key of the bucket pages has ended: give the server a new one/],
    [403, 'InvalidAccessKeyId', /^The key of the bucket pages has ended, or never was: /],
    [403, 'SignatureDoesNotMatch', /^The key of the bucket pages does not fit its secret/],
    [403, 'AccessDenied', /^The key of the bucket pages may not do this/],
    [404, 'NoSuchBucket', /^The bucket pages does not exist/],
    [301, 'PermanentRedirect', /^The bucket pages is not in this region/],
    [400, 'InvalidRequest', /^The bucket pages answered 400 \(InvalidRequest\)\.$/],
  ])('says at once what %i %s means', async (status, code, sentence) => {
    answers = [refuse(status, code)];
    const fault = await faultOf(bucket.get('x'));
    expect(fault).toBeInstanceOf(BucketError);
    expect(fault).toMatchObject({ status, code, message: expect.stringMatching(sentence) });
    expect(asked).toHaveLength(1);
  });

  it('takes a refusal without words for one of the key', async () => {
    answers = [(_, response) => response.writeHead(403).end()];
    await expect(bucket.head('x')).rejects.toThrow(/^The key of the bucket pages may not/);
  });

  it('is left alone once the caller has stopped, also between tries', async () => {
    const stop = new AbortController();
    const why = new Error('Enough');
    answers = [
      (request, response) => {
        refuse(503, 'SlowDown')(request, response);
        setTimeout(() => stop.abort(why), 10);
      },
    ];
    await expect(bucket.get('x', { signal: stop.signal })).rejects.toBe(why);
    expect(asked).toHaveLength(1);
    answers = [() => {}];
    const soon = AbortSignal.timeout(20);
    expect((await faultOf(bucket.get('x', { signal: soon }))).name).toBe('TimeoutError');
    await expect(bucket.get('x', { signal: stop.signal })).rejects.toBe(why);
  });
});

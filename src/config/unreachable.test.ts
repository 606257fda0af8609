import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { unreachable } from './unreachable.ts';

const failed = (cause: object) => new TypeError('fetch failed', { cause });
const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code });

describe('a server that cannot be reached', () => {
  it.each([
    ['ENOTFOUND', 'there is no host of that name (ENOTFOUND)'],
    ['EAI_AGAIN', 'its name cannot be looked up now (EAI_AGAIN)'],
    ['ECONNREFUSED', 'nothing listens there (ECONNREFUSED)'],
    ['EHOSTUNREACH', 'there is no way to it from here (EHOSTUNREACH)'],
    ['UND_ERR_CONNECT_TIMEOUT', 'it does not answer in time (UND_ERR_CONNECT_TIMEOUT)'],
    ['ETIMEDOUT', 'it does not answer in time (ETIMEDOUT)'],
    ['ECONNRESET', 'the connection broke (ECONNRESET)'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)'],
    ['CERT_HAS_EXPIRED', 'its certificate is not trusted (CERT_HAS_EXPIRED)'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate is not trusted'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'it does not speak TLS there'],
  ])('%s is explained', (code, words) => {
    const sentence = unreachable('https://x.supabase.co/rest/v1', failed(coded(code)));
    expect(sentence).toContain(`x.supabase.co cannot be reached: ${words}`);
  });

  it('is explained for each address that was tried, and for a time limit', () => {
    const tried = Object.assign(new AggregateError([coded('ECONNREFUSED')]), {});
    expect(unreachable('http://localhost:1', failed(tried))).toContain('(ECONNREFUSED)');
    expect(unreachable('http://a.test', new DOMException('x', 'TimeoutError'))).toContain(
      'it does not answer in time (TimeoutError)',
    );
    expect(unreachable('http://a.test', failed(new Error('other side closed.')))).toBe(
      'a.test cannot be reached: other side closed.',
    );
    expect(unreachable('http://a.test', null)).toBe(
      'a.test cannot be reached: no reason is known.',
    );
  });

  it('is named without what is secret about its address, and with what to check', () => {
    const sentence = unreachable(
      'https://user:canary@x.supabase.co/rest/v1?apikey=canary',
      failed(coded('ENOTFOUND', 'getaddrinfo ENOTFOUND')),
      'PUBLIC_SUPABASE_URL',
    );
    expect(sentence).toBe(
      'x.supabase.co cannot be reached: there is no host of that name (ENOTFOUND). Check PUBLIC_SUPABASE_URL, and that the project runs.',
    );
  });

  it('is explained as this Node reports it', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const url = `http://127.0.0.1:${port}/`;
    const error = await fetch(url).catch((thrown) => thrown);
    expect(unreachable(url, error)).toBe(
      `127.0.0.1:${port} cannot be reached: nothing listens there (ECONNREFUSED).`,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { readPlainRequest } from './plain-request.ts';

const head = (...lines: string[]) => [...lines, '', ''].join('\r\n');
const start = 'GET /artists HTTP/1.1';

describe('a plain request', () => {
  it('is read with what decides about its answer', () => {
    const text = head(
      start,
      'Host: x',
      'ACCEPT-Encoding:br, gzip \t',
      'If-None-Match: "a"',
      'X-Forwarded-For: 192.0.2.1 ',
      'X: ÿ',
    );
    expect(readPlainRequest(text)).toEqual({
      path: '/artists',
      acceptEncoding: 'br, gzip',
      ifNoneMatch: '"a"',
      forwardedFor: '192.0.2.1',
      requestId: undefined,
    });
    expect(readPlainRequest(head(start, 'host:', 'Connection: Keep-Alive'))).toMatchObject({
      path: '/artists',
      ifNoneMatch: undefined,
    });
  });

  it.each([
    ['no Host', head(start, 'Accept: */*')],
    ['two of them', head(start, 'Host: x', 'Host: y')],
    ['no end', `${start}\r\nHost: x\r\n`],
    ['half a line', `${start}\r\nHost: x\r\nAcc`],
    ['two requests at once', head(start, 'Host: x') + head(start, 'Host: x')],
    ['a byte too many', `${head(start, 'Host: x')} `],
    ['another method', head('HEAD /artists HTTP/1.1', 'Host: x')],
    ['another version', head('GET /artists HTTP/1.0', 'Host: x')],
    ['an empty line first', `\r\n${head(start, 'Host: x')}`],
    ['a folded line', head(start, 'Host: x', 'A: b', ' c')],
    ['a space before the colon', head(start, 'Host : x')],
    ['no colon', head(start, 'Host: x', 'nothing')],
    ['no name', head(start, 'Host: x', ': nothing')],
    ['a bare line feed', head(start, 'Host: x', 'A: b\nC: d')],
    ['a bare carriage return', head(start, 'Host: x', 'A: b\rC: d')],
    ['a zero byte', head(start, 'Host: x', 'A: \0')],
    ['a body', head(start, 'Host: x', 'Content-Length: 0')],
    ['a body in parts', head(start, 'Host: x', 'Transfer-Encoding: chunked')],
    ['a wish to close', head(start, 'Host: x', 'Connection: close')],
    ['another protocol', head(start, 'Host: x', 'Connection: keep-alive, upgrade')],
    ['a part of a file', head(start, 'Host: x', 'Range: bytes=0-1')],
    ['two tags', head(start, 'Host: x', 'If-None-Match: "a"', 'If-None-Match: "b"')],
    ['two senders', head(start, 'Host: x', 'X-Forwarded-For: a', 'X-Forwarded-For: b')],
    ['two wishes', head(start, 'Host: x', 'Accept-Encoding: br', 'Accept-Encoding: gzip')],
  ])('is not one with %s', (_, text) => {
    expect(readPlainRequest(text)).toBeNull();
  });

  it('is told from another in a time that grows with the length only', () => {
    const text = `${start}\r\nHost: x\r\nA:${' '.repeat(200_000)}\0\r\n\r\n`;
    const started = performance.now();
    expect(readPlainRequest(text)).toBeNull();
    expect(performance.now() - started).toBeLessThan(500);
  });
});

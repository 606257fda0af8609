import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { accessLog } from './access-log.ts';

function logged(url: string): string {
  const paths: string[] = [];
  const response = Object.assign(new EventEmitter(), {
    statusCode: 200,
    writableFinished: true,
    getHeader: () => undefined,
  });
  accessLog(
    () => {},
    new Set([({ path }) => void paths.push(path)]),
    () => '192.0.2.1',
  )(
    { method: 'GET', url, socket: {}, headers: {} } as IncomingMessage,
    response as unknown as ServerResponse,
  );
  response.emit('close');
  return paths.join();
}

test.each([
  ['/artists?q=Ana', '/artists'],
  ['/request%23t0ken', '/request'],
  ['http://proxy.example/murals', '/murals'],
  ['/unsubscribe/t0ken', '/unsubscribe/-'],
])('%s is logged as %s', (url, path) => {
  expect(logged(url)).toBe(path);
});

test.each([
  ...['/unsubscribe/t0ken?x=t0ken', '/unsubscribe/t0ken/', '/Unsubscribe\\t0ken'],
  ...['//unsubscribe/t0ken', '/%75nsubscribe/t0ken', '/unsubscribe%2Ft0ken'],
  ...['/unsubscribe%5ct0ken', 'http://x/unsubscribe/t0ken', '/unsubscribe#t0ken'],
])('no token is logged of %s', (url) => expect(logged(url)).not.toContain('t0ken'));

import { type IncomingHttpHeaders, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { Call } from './protocol.ts';

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Send = (call: Call, signal: AbortSignal) => Promise<Reply>;

const MOST_BODY = 64 * 1024;

/** Makes a call. Not with fetch, which names the host of the address and no other. */
export const send: Send = ({ method, url, headers, body = '' }, signal) =>
  new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? overHttps : overHttp;
    const sized = { ...headers, 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(url, { method, headers: sized, signal }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        if (text.length < MOST_BODY) text += part;
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: text,
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });

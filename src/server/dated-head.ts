import { STATUS_CODES } from 'node:http';
import { KEEP_ALIVE_MS } from './connections.ts';

const KEPT = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n\r\n`;
let second = 0;
let date = '';

/** Gives the head of an answer as bytes, as Node writes it; put together anew when the date has changed. */
export function datedHead(status: number, headers: readonly string[]): () => Buffer {
  let before = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let i = 0; i < headers.length; i += 2) before += `${headers[i]}: ${headers[i + 1]}\r\n`;
  let made = Number.NaN;
  let bytes: Buffer = Buffer.alloc(0);
  return () => {
    const now = Math.floor(Date.now() / 1000);
    if (now === made) return bytes;
    if (now !== second) date = new Date(now * 1000).toUTCString();
    second = now;
    made = now;
    bytes = Buffer.from(`${before}Date: ${date}\r\n${KEPT}`, 'latin1');
    return bytes;
  };
}

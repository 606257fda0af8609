/** @module-tag long */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
/** What a busy machine alone makes a page wait; where requests have no turns it is 3 to 40 seconds. */
const FLOOR_MS = 1000;

let site: ChildProcess;
let port: number;

beforeAll(async () => {
  site = fork(script('flooded-site.ts'));
  [port] = (await once(site, 'message')) as [number];
}, 60_000);
afterAll(() => void site.kill());

/** How long a page takes for a visitor who comes at this moment. */
function visit(path: string): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(performance.now() - started));
    });
    sent.on('error', reject).end();
  });
}

/** The longest wait for a page and for the health, one after the other, until something has happened. */
async function slowest(until: Promise<unknown>): Promise<number> {
  let over = false;
  void until.then(() => {
    over = true;
  });
  let longest = 0;
  for (let i = 0; !over || i < 20; i++) {
    longest = Math.max(longest, await visit(i % 2 ? '/healthz' : '/artists'));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return longest;
}

it.each([
  [100, 600],
  [1400, 60],
])(
  'a page of another visitor is not late beside %i connections with %i requests',
  async (connections, requests) => {
    const alone = await slowest(Promise.resolve());
    const flood = fork(script('flood.ts'), [port, connections, requests].map(String));
    const done = once(flood, 'message');
    const beside = await slowest(done);
    console.log(JSON.stringify({ connections, requests, alone, beside }));
    // Nobody's requests are lost over it, not even these.
    expect(await done).toEqual([connections * requests, undefined]);
    expect(beside).toBeLessThan(Math.max(10 * alone, FLOOR_MS));
  },
  240_000,
);

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { cdnStandIn } from '#tests/support/cdn.ts';
import { Releases } from '../releases/releases.ts';
import { startCdn } from './cdn.ts';
import type { FromPublisher, PublisherSource } from './messages.ts';

let dataDir: string;
let there: Awaited<ReturnType<typeof cdnStandIn>>;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'muro-told-'));
  there = await cdnStandIn();
});
afterAll(async () => {
  there.close();
  await rm(dataDir, { recursive: true, force: true });
});

const source = (cdn: PublisherSource['cdn']) =>
  ({ dataDir, origin: 'https://muro.example', cdn }) as PublisherSource;

it('is nothing where no CDN is configured', async () => {
  expect(await startCdn(source(null), () => {})).toBeNull();
});

it('purges what a message to the server says, and everything for another release', async () => {
  // The release that was served before.
  const releases = new Releases(dataDir);
  await releases.draft('1');
  const record = { id: '1', bundleId: 'b', fingerprint: 'f', pages: 1, createdAt: '' };
  await releases.finish(record);
  await releases.activate('1');
  const cdn = await startCdn(source({ kind: 'purge', url: there.url }), () => {});
  // Each address is purged once more later, at any time.
  const purged = (...paths: string[]) =>
    vi.waitFor(() => expect([...new Set(there.calls.map((call) => call.path))]).toEqual(paths));
  const tell = (message: FromPublisher) => cdn?.tell(message);
  tell({ type: 'activate', releaseId: '1', siteDir: '' });
  tell({ type: 'log', line: 'x' });
  tell({ type: 'rendered', file: 'index.html', text: '' });
  await purged('/', '/index.html');
  tell({ type: 'changed', files: ['search/murals.json'] });
  await purged('/', '/index.html', '/search/murals.json');
  tell({ type: 'withdrawn', names: ['0a-og.jpg'] });
  await purged('/', '/index.html', '/search/murals.json', '/media/0a-og.jpg');
  tell({ type: 'activate', releaseId: '2', siteDir: '' });
  await purged('/', '/index.html', '/search/murals.json', '/media/0a-og.jpg', '/*');
  await cdn?.stop();
});

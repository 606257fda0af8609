import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { writeAtomic } from '#node/files.ts';
import { cdnStandIn } from '#tests/support/cdn.ts';
import { folderOfFile } from '#tests/support/folder.ts';
import { Releases } from '../releases/releases.ts';
import { startCdn } from './cdn.ts';
import type { FromPublisher, PublisherSource } from './messages.ts';

const dataDir = folderOfFile('muro-told-');
let there: Awaited<ReturnType<typeof cdnStandIn>>;

beforeAll(async () => {
  there = await cdnStandIn();
});
afterAll(async () => {
  there.close();
});

const source = (cdn: PublisherSource['cdn']) =>
  ({ dataDir, origin: 'https://muro.example', cdn }) as PublisherSource;

it('is nothing where no CDN is configured', async () => {
  expect(await startCdn(source(null), () => {})).toBeNull();
});

const SITE = { 'index.html': 'home', 'search/murals.json': '[]', 'artist/x.html': 'x' };
async function release(id: string, files: Record<string, string>): Promise<string> {
  const releases = new Releases(dataDir);
  const siteDir = await releases.draft(id);
  for (const [file, text] of Object.entries(files))
    await writeAtomic(path.join(siteDir, file), Buffer.from(text));
  await releases.finish({
    id,
    bundleId: 'b',
    fingerprint: 'f',
    site: 's',
    pages: 1,
    createdAt: '',
  });
  await releases.activate(id);
  return siteDir;
}
/** What was purged, each once. */
const purged = () => [
  ...new Set(there.calls.filter(({ method }) => method === 'PURGE').map((call) => call.path)),
];
const purges = (...paths: string[]) =>
  vi.waitFor(() => expect(purged().toSorted()).toEqual(paths.toSorted()));

it('purges what a message to the server says, and what another release changes', async () => {
  // The release that was served before.
  const siteDir = await release('1', SITE);
  const cdn = await startCdn(source({ kind: 'purge', url: there.url }), () => {});
  const tell = (message: FromPublisher) => cdn?.tell(message);
  tell({ type: 'activate', releaseId: '1', siteDir });
  tell({ type: 'log', line: 'x' });
  tell({ type: 'rendered', file: 'index.html', text: '' });
  await purges('/', '/index.html');
  tell({ type: 'changed', files: ['search/murals.json', 'media/0a-og.jpg'] });
  await purges('/', '/index.html', '/search/murals.json', '/media/0a-og.jpg');
  await cdn?.stop();
});

it('purges what a new release changes and removes, and everything where nobody knows', async () => {
  await rm(path.join(dataDir, 'purges.jsonl'), { force: true });
  const before = await release('3', SITE);
  const cdn = await startCdn(source({ kind: 'purge', url: there.url }), () => {});
  there.calls.length = 0;
  cdn?.tell({ type: 'activate', releaseId: '3', siteDir: before });
  const now = await release('4', {
    'index.html': 'home',
    'search/murals.json': '[1]',
    'a.png': '',
  });
  cdn?.tell({ type: 'activate', releaseId: '4', siteDir: now });
  await purges('/search/murals.json', '/a.png', '/artist/x', '/artist/x.html');
  await rm(path.join(dataDir, 'releases', '4'), { recursive: true });
  cdn?.tell({ type: 'activate', releaseId: '5', siteDir: now });
  await vi.waitFor(() => expect(purged()).toContain('/*'));
  await cdn?.stop();
});

it('looks at what another server has stored lately, and purges what is old', async () => {
  await rm(path.join(dataDir, 'purges.jsonl'), { force: true });
  await release('6', SITE);
  const tag = createHash('md5').update('home').digest('hex');
  there.calls.length = 0;
  there.reply = ({ method, path: at }) =>
    method === 'HEAD' && at === '/artist/x' && purged().length === 0
      ? { status: 200, headers: { etag: `"${'0'.repeat(32)}"` } }
      : { status: 200, headers: { etag: `"${tag}"` } };
  const cdn = await startCdn(source({ kind: 'purge', url: there.url }), () => {});
  cdn?.lead(Promise.resolve({ files: ['index.html', 'artist/x.html', '.muro/live.json'] }));
  await purges('/artist/x');
  await cdn?.stop();
});

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { folderOfFile } from '#tests/support/folder.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { fixtureBackend, request } from '../fixture.ts';

const dataDir = folderOfFile('muro-names-');
const backend = ofFile(() => fixtureBackend({ dataDir }));
beforeAll(async () => {
  await backend.service().storage.createBucket('files');
}, 240_000);

const call = async (method: string, name: string, body?: string) => {
  const response = await request(backend, `/storage/v1/object/${name}`, {
    method,
    headers: {
      apikey: backend.keys.secretKey,
      'content-type': body?.startsWith('{') ? 'application/json' : 'text/plain',
    },
    ...(body !== undefined && { body }),
  });
  return { status: response.status, text: await response.text() };
};
const stored = async () =>
  (await readdir(path.join(dataDir, 'storage'), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && !entry.parentPath.includes('folder/file'),
  ).length;

it.each(['a'.repeat(250), `${'a'.repeat(255)}/b`, `${'abc/'.repeat(250)}${'d'.repeat(24)}`])(
  'keeps a file with a long name (%#)',
  async (name) => {
    expect((await call('POST', `files/${name}`, 'text')).status).toBe(200);
    expect((await call('PUT', `files/${name}`, 'other')).status).toBe(200);
    expect(await call('GET', `files/${name}`)).toEqual({ status: 200, text: 'other' });
    expect((await call('DELETE', `files/${name}`)).status).toBe(200);
  },
);

it.each([
  ['a part of 256 bytes', 'b'.repeat(256)],
  ['a folder of 300 bytes', `${'b'.repeat(300)}/c`],
  ['a part of 1,000 bytes', 'b'.repeat(1000)],
  ['a key over 1,024 bytes', 'ab/'.repeat(400)],
])('refuses %s, and keeps nothing of it', async (_, name) => {
  await call('PUT', 'files/folder/file', 'text');
  const before = await stored();
  for (const method of ['POST', 'PUT']) {
    const { status, text } = await call(method, `files/${name}`, 'text');
    expect([status, text]).toEqual([400, expect.stringContaining('InvalidKey')]);
  }
  for (const kind of ['move', 'copy']) {
    const body = JSON.stringify({
      bucketId: 'files',
      sourceKey: 'folder/file',
      destinationKey: name,
    });
    expect((await call('POST', kind, body)).status).toBe(400);
  }
  expect(await stored()).toBe(before);
  expect((await call('GET', 'files/folder/file')).text).toBe('text');
  for (const method of ['GET', 'HEAD', 'DELETE'])
    expect((await call(method, `files/${name}`)).status).toBeLessThan(500);
});

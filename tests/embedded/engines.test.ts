/** @module-tag long */
import { describe, expect, it } from 'vitest';
import { folderOfFile } from '#tests/support/folder.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { fixtureBackend, request } from './fixture.ts';

const HEADERS = { 'x-request-token': 'a link', 'content-type': 'text/plain' };

// What holds on one engine holds on the other, which serves where the first cannot run.
describe.each(['native', 'pglite'] as const)('the %s engine', (engine) => {
  const dataDir = folderOfFile('engines-');
  const backend = ofFile(() => fixtureBackend({ dataDir, engine }));

  it('tells the policies of files which headers came', async () => {
    const object = (headers: Record<string, string>, body?: string) =>
      request(backend, '/storage/v1/object/by-link/a.txt', {
        headers,
        ...(body && { method: 'POST', body }),
      });
    const stranger = { ...HEADERS, 'x-request-token': 'another link' };
    expect((await object(stranger, 'words')).status).toBe(400);
    expect((await object(HEADERS, 'words')).status).toBe(200);
    expect((await object(stranger)).status).toBe(400);
    expect(await (await object(HEADERS)).text()).toBe('words');
  });
});

/** @module-tag long */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadKeys } from '#embedded/index.ts';
import { type TestBackend, testBackend } from '#tests/support/backend.ts';

const secretInDatabase = async (backend: TestBackend) =>
  (await backend.sql(`select 1 from private.settings where key = 'link_secret'`)).length > 0;

async function lead(backend: TestBackend): Promise<{ id: string; token: string }> {
  const { data, error } = await backend.anon().rpc('submit_lead', {
    p_key: crypto.randomUUID(),
    p_claim: crypto.randomUUID().repeat(2),
    ...{ p_name: 'Rosa', p_email: 'rosa@example.com', p_phone: '', p_city: 'Austin' },
    ...{
      p_project_description: 'A wall beside the patio',
      p_mural_size: '',
      p_surface_type: 'brick',
    },
    ...{
      p_style_preference: 'abstract',
      p_budget_range: '1k-5k',
      p_website: '',
      p_elapsed_ms: 9000,
    },
  });
  if (error) throw error;
  return data as { id: string; token: string };
}

test('the secret of links is in keys.json and not in the database, and one from before moves there', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'link-secret-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const open = async () => testBackend({ dataDir, keys: await loadKeys(dataDir) });
  const first = await open();
  expect(await secretInDatabase(first)).toBe(false);
  const { id, token } = await lead(first);
  // As an earlier release left it.
  await first.sql(`insert into private.settings (key, value) values ('link_secret', $1)`, [
    'of-an-earlier-release-'.repeat(3),
  ]);
  await first.stop();

  const second = await open();
  expect(await secretInDatabase(second)).toBe(false);
  const keys = JSON.parse(await readFile(path.join(dataDir, 'keys.json'), 'utf8'));
  expect(keys.linkSecret).toBe('of-an-earlier-release-'.repeat(3));
  const [row] = await second.sql<{ secret: string }>('select private.link_secret() as secret');
  expect(row?.secret).toBe(keys.linkSecret);
  const tracked = await second.anon().rpc('track_request', { p_token: token });
  expect(tracked.data).toMatchObject({ id });
  await second.stop();
});

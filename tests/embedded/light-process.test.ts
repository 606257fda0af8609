/** @module-tag long */
import { readFile } from 'node:fs/promises';
import { createClient } from '@supabase/supabase-js';
import { expect, it, onTestFinished } from 'vitest';
import { createKeys, spawnBackend } from '#embedded/index.ts';
import { folderOfTest } from '#tests/support/folder.ts';

it.skipIf(process.platform !== 'linux')(
  'keeps no painter and no PGlite in the process that answers, also when it has just seeded',
  { timeout: 180_000 },
  async () => {
    const dataDir = await folderOfTest('light-process-');
    const keys = createKeys();
    const options = { origin: 'http://127.0.0.1:4321', seed: 'scale:20' as const, keys };
    const backend = await spawnBackend({ ...options, dataDir, engine: 'native' });
    onTestFinished(() => backend.stop());
    const client = createClient(backend.url, keys.publishableKey);
    const { data } = await client.from('artists').select('id').eq('public_visible', true);
    expect(data?.length).toBeGreaterThan(10);
    const maps = await readFile(`/proc/${backend.pid}/maps`, 'utf8');
    expect(maps).toContain('node');
    expect(maps.split('\n').filter((line) => /sharp|vips|pglite/i.test(line))).toEqual([]);
  },
);

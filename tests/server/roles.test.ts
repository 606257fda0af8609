/** @module-tag long */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { createKeys } from '#embedded/index.ts';
import { freePort } from '#node/free-port.ts';
import { LIVE_KEY } from '#publish/store/site-keys.ts';
import { folderOfFile } from '#tests/support/folder.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { ownDatabase } from '#tests/support/own-database.ts';
import { type RunningProduct, startProduct } from '#tests/support/product.ts';
import { startS3 } from '#tests/support/s3.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const server = inject('databaseServer');
const keys = createKeys();

describe.skipIf(server === null)('a product whose processes have roles', () => {
  const folder = folderOfFile('muro-roles-');
  const s3 = ofFile(startS3);
  const database = ofFile(() => ownDatabase(server));
  const running: RunningProduct[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((product) => product.stop()));
  });

  const start = async (name: string, env: NodeJS.ProcessEnv) => {
    const product = await startProduct({
      dataDir: path.join(folder, name),
      port: await freePort(),
      env: {
        ...s3.env,
        DATABASE_URL: database.url,
        KEYS: JSON.stringify(keys),
        SITE_URL: 'https://muro.example',
        ...env,
      },
    });
    running.push(product);
    return product;
  };
  const said = async ({ origin }: RunningProduct, path: string, init?: RequestInit) => {
    const answer = await fetch(`${origin}${path}`, init);
    return [answer.status, await answer.text()] as const;
  };

  it('does in each what its roles say, over one database with keys from a setting', async () => {
    const hooks = await start('hooks', { ROLES: 'hooks,backend' });
    const health = JSON.parse((await said(hooks, '/healthz'))[1]);
    expect(health).toMatchObject({ status: 'ok', release: null, roles: ['hooks', 'backend'] });
    expect(health).not.toHaveProperty('publisher');
    expect(await said(hooks, '/')).toEqual([404, 'This process serves no pages (ROLES).']);
    expect((await said(hooks, '/rest/v1/artists'))[0]).toBe(404);
    const control = await said(hooks, '/hooks/control', {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.secretKey}` },
      body: JSON.stringify({ kind: 'drain' }),
    });
    expect(control).toEqual([200, expect.stringContaining('published by another process')]);
    expect(existsSync(path.join(folder, 'hooks', 'keys.json'))).toBe(false);
    const run = JSON.parse(await readFile(path.join(folder, 'hooks', 'run.json'), 'utf8'));
    expect(run).toMatchObject({ pid: hooks.pid, origin: 'https://muro.example' });

    const idle = await start('idle', { ROLES: 'backend' });
    expect(await said(idle, '/hooks/control', { method: 'POST' })).toEqual([
      404,
      '{"error":"This process takes no hooks (ROLES)."}',
    ]);
    const refused = await start('other', { ROLES: 'backend', SITE_URL: 'https://b.example' }).catch(
      (error: Error) => error.message,
    );
    expect(refused).toContain('give all of them the same SITE_URL. Nothing was changed.');
    await start('publisher', { ROLES: 'publish,backend' });
    // The last of a release: ready means that the bucket has its pages.
    expect(s3.asked).toContain(`PUT /muro-site/${LIVE_KEY}`);
    process.kill(hooks.pid, 'SIGKILL');
    expect(JSON.parse((await said(idle, '/healthz'))[1])).toMatchObject({ status: 'ok' });
  });
});

/** @module-tag long */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeBackup } from '#embedded/backup/backup.ts';
import { restoreBackup } from '#embedded/backup/restore.ts';
import { loadKeys } from '#embedded/index.ts';
import { startNative } from '#embedded/native/server.ts';
import { type TestBackend, testBackend } from '#tests/support/backend.ts';
import { postgresBinaries, startPostgres } from '#tests/support/native-postgres.ts';
import { aQuote } from '#tests/support/quote.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

/** As docs/deploy.md says. */
const ROLE = "create role muro login createrole createdb password 'of one’s own'";
const DATABASE = "create database muro owner muro encoding 'UTF8' template template0";

interface Server {
  /** Of its superuser. */
  url: string;
  stop(): Promise<void>;
}

async function embedded(): Promise<Server> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'own-postgres-'));
  const { connection, stop } = await startNative({ dataDir, password: 'root', loopback: true });
  return {
    url: `postgresql://postgres:root@127.0.0.1:${connection.port}/postgres`,
    async stop() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function installed(): Promise<Server> {
  const { database, stop } = await startPostgres(postgresBinaries() ?? '');
  return { url: database('own'), stop: async () => stop() };
}

const servers = postgresBinaries() ? { embedded, installed } : { embedded };

describe.each(Object.entries(servers))(
  'a PostgreSQL (%s) of one’s own, whose role may only make roles and databases',
  (kind, open) => {
    let server: Server;
    let admin: Sql;
    let databaseUrl: string;
    let dataDir: string;
    let backend: TestBackend;
    const lines: string[] = [];
    const start = async () => {
      lines.length = 0;
      backend = await testBackend({
        dataDir,
        databaseUrl,
        keys: await loadKeys(dataDir),
        firstStart: true,
        log: (line) => lines.push(line),
      });
    };

    beforeAll(async () => {
      server = await open();
      admin = postgres(server.url, { max: 1, onnotice: () => {} });
      await admin.unsafe(ROLE);
      await admin.unsafe(DATABASE);
      const url = new URL(server.url);
      url.username = 'muro';
      url.password = 'of one’s own';
      url.pathname = '/muro';
      databaseUrl = url.href;
      dataDir = await mkdtemp(path.join(tmpdir(), 'own-postgres-data-'));
      await start();
    });
    afterAll(async () => {
      await backend?.stop();
      await admin?.end();
      await server?.stop();
      await rm(dataDir, { recursive: true, force: true });
    });

    it('answers everybody as what they may do', async () => {
      const artist = await backend.signedIn('artist');
      const sent = await backend.anon().rpc('submit_lead', aQuote());
      expect(sent.error).toBeNull();
      expect((await artist.client.from('artists').select('id')).error).toBeNull();
      const hidden = await backend.anon().from('lead_records').select('id');
      expect(hidden.error?.code).toBe('42501');
      expect((await backend.service().from('artists').select('id')).error).toBeNull();
      const kept = await backend.service().storage.from('lead-photos').list('');
      expect(kept.error).toBeNull();
      await expect(backend.tryAsVisitor()).resolves.toBeUndefined();
    });

    it('shows the secret key every row, with or without rules of its own for it', async () => {
      const client = await backend.signedIn('client');
      const all = await backend.service().from('user_roles').select('user_id');
      expect(all.data).toContainEqual({ user_id: client.id });
    });

    // The client programs of the installed server are no match for a newer one.
    it.skipIf(kind === 'embedded')('goes through a backup into another database', async () => {
      const file = path.join(dataDir, 'one.tar.zst');
      const options = { file, log: () => {} };
      await makeBackup({ ...options, dataDir, databaseUrl, keys: await loadKeys(dataDir) });
      await backend.stop();
      await admin.unsafe(DATABASE.replace('muro', 'restored'));
      databaseUrl = databaseUrl.replace(/muro$/, 'restored');
      dataDir = path.join(dataDir, 'restored');
      await restoreBackup({ ...options, dataDir, databaseUrl });
      await start();
      expect(lines).toEqual([]);
      await expect(backend.tryAsVisitor()).resolves.toBeUndefined();
    });
  },
);

import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import postgres from 'postgres';
import { createKeys, spawnBackend } from '#embedded/index.ts';
import { startNative } from '#embedded/native/server.ts';

/** Never reached here: the limits are not what is measured. */
const NO_LIMIT = { max: 1_000_000_000, windowMs: 60_000 };

/** A seeded backend over a PostgreSQL that is asked directly as well, by its owner. */
export async function openDatabase(dataDir: string, artists: number, options?: string) {
  await mkdir(dataDir, { recursive: true });
  const server = await startNative({ dataDir, password: randomUUID(), loopback: true, options });
  const { host, port, username, password, database } = server.connection;
  const databaseUrl = `postgres://${username}:${password}@${host}:${port}/${database}`;
  const keys = createKeys();
  const backend = await spawnBackend({
    dataDir: path.join(dataDir, 'backend'),
    databaseUrl,
    origin: 'http://127.0.0.1:4321',
    seed: `scale:${artists}`,
    keys,
    limits: { signIns: NO_LIMIT, signInFailures: NO_LIMIT },
  });
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  return {
    sql,
    databaseUrl,
    url: backend.url,
    key: keys.publishableKey,
    async stop() {
      await sql.end();
      await backend.stop();
      await server.stop();
    },
  };
}

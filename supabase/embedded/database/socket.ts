import type { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { migrate } from './migrate.ts';
import { openPglite } from './pglite.ts';

/** An empty, migrated database in memory that speaks PostgreSQL's protocol on a loopback port (types, linters). */
export async function servePostgres(migrationsDir: string) {
  const db = await openPglite(null);
  await migrate(db, migrationsDir, () => {});
  const driver = (db.connection as unknown as { driver: PGlite }).driver;
  const server = new PGLiteSocketServer({ db: driver, host: '127.0.0.1', port: 0 });
  const listening = new Promise<number>((resolve) => {
    server.addEventListener('listening', (event) => {
      resolve((event as CustomEvent<{ port: number }>).detail.port);
    });
  });
  await server.start();
  return {
    url: `postgresql://postgres:postgres@127.0.0.1:${await listening}/postgres?sslmode=disable`,
    async stop() {
      await server.stop();
      await db.close();
    },
  };
}

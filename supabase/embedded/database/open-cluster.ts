import type { Database } from '../base/database.ts';
import { type NativeOptions, startNative } from '../native/server.ts';
import { openPostgres } from '../sessions/postgres.ts';

/** Starts the PostgreSQL of a data directory for a command; `close` ends it. */
export async function openCluster(options: NativeOptions): Promise<Database> {
  const server = await startNative(options);
  const db = await openPostgres(server.connection).catch(async (error) => {
    await server.stop();
    throw error;
  });
  return {
    ...db,
    close: async () => {
      await db.close();
      await server.stop();
    },
  };
}

import type { Database } from '../base/database.ts';
import type { PoolSizes } from '../base/options.ts';
import { type NativeOptions, startNative } from '../native/server.ts';
import type { SessionKeys } from '../sessions/drivers.ts';

interface ClusterOptions extends NativeOptions {
  pools?: Partial<PoolSizes> | undefined;
  keys?: SessionKeys;
  /** Called when the server ends without having been asked to. */
  onLost?: () => void;
}

/** Starts the PostgreSQL of a data directory; `close` ends it. */
export async function openCluster(options: ClusterOptions): Promise<Database> {
  const { pools, keys, onLost = () => {} } = options;
  const server = await startNative(options);
  // An engine that is not used is not loaded.
  const { openPostgres } = await import('../sessions/postgres.ts');
  const db = await openPostgres(server.connection, pools, keys).catch(async (error) => {
    await server.stop();
    throw error;
  });
  server.onExit(onLost);
  return {
    ...db,
    close: async () => {
      await db.close();
      await server.stop();
    },
  };
}

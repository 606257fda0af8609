export { runningServer } from './backup/running.ts';
export type { Database } from './base/database.ts';
export { createKeys, loadKeys } from './base/keys.ts';
export { lockDirectory } from './base/lock.ts';
export type {
  AuthLimits,
  Backend,
  BackendOptions,
  DemoAccounts,
  Keys,
  Queryable,
} from './base/options.ts';
export { compareWithMigrations } from './database/catalog.ts';
export { engineOf } from './database/engine.ts';
export { moveToNative } from './database/move.ts';
export { withDatabase } from './database/offline.ts';
export { servePostgres } from './database/socket.ts';
export { insertAccount, makePassword, replacePassword } from './passwords/accounts.ts';
export { type SpawnedBackend, spawnBackend } from './process/spawn.ts';
export { startBackend } from './process/start.ts';
export type { Vitals } from './process/watchdog.ts';
export { openPostgres } from './sessions/postgres.ts';

export { runningServer } from './backup/running.ts';
export { compareWithMigrations } from './catalog/catalog.ts';
export type { Database } from './database.ts';
export { engineOf } from './engine.ts';
export { lockDirectory } from './lock.ts';
export { withDatabase } from './offline.ts';
export type {
  AuthLimits,
  Backend,
  BackendOptions,
  DemoAccounts,
  Keys,
  Queryable,
} from './options.ts';
export { insertAccount, makePassword, replacePassword } from './passwords.ts';
export { openPostgres } from './sessions/postgres.ts';
export { servePostgres } from './socket.ts';
export { type SpawnedBackend, spawnBackend } from './spawn.ts';
export { createKeys, loadKeys } from './start/keys.ts';
export { moveToNative } from './start/move.ts';
export { startBackend } from './start/start.ts';
export type { Vitals } from './watchdog.ts';

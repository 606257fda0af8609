export { runningServer } from './backup/running.ts';
export { type Backend, type Database, withOpen } from './base/database.ts';
export { createKeys, loadKeys } from './base/keys.ts';
export { lockDirectory } from './base/lock.ts';
export type {
  AuthLimits,
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
export { createAccount } from './gateway/auth/accounts.ts';
export { setPasswordHash } from './gateway/auth/sessions.ts';
export { hashPassword } from './passwords/hashing.ts';
export { makePassword } from './passwords/make-password.ts';
export { type SpawnedBackend, spawnBackend } from './process/spawn.ts';
export { startBackend } from './process/start.ts';
export type { Vitals } from './process/watchdog.ts';
export { openPostgres } from './sessions/postgres.ts';

import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readMailSettings } from '#config/process/mail-settings.ts';
import { writeProblem } from '#node/causes.ts';
import { ifExists } from '#node/files.ts';
import { toldOnce } from '#node/log.ts';
import { openTransport } from '#node/mail-transport.ts';
import { keepImage } from '../backup/pglite-image.ts';
import { clearStaging } from '../backup/staging.ts';
import { refuseHalfRestored } from '../backup/target.ts';
import type { Backend, Database } from '../base/database.ts';
import { forOperator } from '../base/errors.ts';
import { digestOf } from '../base/keys.ts';
import { inMemory } from '../base/limiter.ts';
import { lockWhenFree } from '../base/lock.ts';
import type { BackendOptions } from '../base/options.ts';
import { withRetries } from '../base/retries.ts';
import { inDatabase } from '../base/shared-limiter.ts';
import { openDatabase } from '../database/engine.ts';
import { setMediaOrigin } from '../database/media-origin.ts';
import { migrate, refuseChanges } from '../database/migrate.ts';
import { MIGRATIONS } from '../database/migrations.ts';
import { unwritableDatabase } from '../database/open-failure.ts';
import { lockServer, type ServerLock } from '../database/server-lock.ts';
import { followErasures } from '../files/erased-files.ts';
import type { ObjectFiles } from '../files/object-files.ts';
import { claimBucket, moveUploads, openFiles } from '../files/open-files.ts';
import { AUTH_LIMITS } from '../gateway/auth/index.ts';
import { LiveSessions } from '../gateway/call/live-sessions.ts';
import { createGateway } from '../gateway/index.ts';
import { createServices } from '../gateway/rest/lite.ts';
import { followDeletedAccounts, followErasedMails } from '../mail/erased-mails.ts';
import { createMailer, mailFiles, mailFolder } from '../mail/mail.ts';
import { tryAsVisitor } from '../sessions/visitor-probe.ts';
import { secureDemoAccounts } from './demo-accounts.ts';
import { beginFirstStart } from './first-start.ts';
import { listen } from './listen.ts';
import { isSeeded, seedOnce } from './seeding.ts';
import { seedApart } from './seeding-apart.ts';

/**
 * Starts the backend in this process: database, migrations, seed, services.
 * @throws StartupError with one sentence for the operator; nothing is left running or locked.
 */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const undo: (() => unknown)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return await start(options, undo, stop);
  } catch (error) {
    await stop().catch(() => {});
    throw forOperator(error);
  }
}

async function start(
  options: BackendOptions,
  undo: (() => unknown)[],
  stop: () => Promise<void>,
): Promise<Backend> {
  const { origin, keys } = options;
  const shared = options.shared !== undefined;
  // Two steps may want to say the same.
  const { tell: log } = toldOnce(options.log ?? (() => {}));
  const folder = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'mural-backend-')));
  undo.push(
    options.dataDir
      ? await lockWhenFree(folder, options.lockPatienceMs ?? 0)
      : () => rm(folder, { recursive: true, force: true }),
  );

  refuseHalfRestored(folder);
  clearStaging(folder);
  const files = await openFiles(storageOf(folder), options.storageBucket, log);
  await mkdir(storageOf(folder), { recursive: true });
  for (const own of [storageOf(folder), mailFolder(folder)]) await ifExists(chmod(own, 0o700));
  const { db, lock } = await prepare(options, folder, files, undo, log).catch(async (error) => {
    // Whatever step a full disk came in the way of: its error names a file or a statement, not the cause.
    const problem = await writeProblem(folder);
    throw problem ? unwritableDatabase(folder, problem) : error;
  });
  db.serve?.();
  const demoAccounts = await secureDemoAccounts(db, options.exposedBy, log);
  await moveUploads(storageOf(folder), files, db, log);
  const atStop = (stop: () => Promise<void>) => undo.push(() => stop().catch(() => {}));
  atStop(await followErasures(db, files));
  atStop(await followDeletedAccounts(db, folder, shared));
  atStop(await followErasedMails(db, folder));

  const mail = options.mail ?? readMailSettings({});
  const mailConfigured = options.mailConfigured ?? mail.smtpUrl !== null;
  const app = await createServices({ db, keys });
  // Otherwise the first visitor waits while @supabase/lite reads the catalogue.
  await db.connection.introspect({ useCache: true });
  const limits = { ...AUTH_LIMITS, ...options.limits };
  const limiters = shared ? inDatabase(db, keys.jwtSecret) : inMemory;
  const perMailbox = limiters('mailsToOneInTotal', limits.mailsToOneInTotal);
  const transport = openTransport({ ...mail, folder: mailFolder(folder) });
  const mailer = createMailer({ transport, origin, log, perMailbox, db });
  undo.push(() => mailer.close());
  const sessions = new LiveSessions(db);
  atStop(await sessions.follow(db));
  const image = db.address === undefined && options.dataDir;
  const gateway = createGateway({
    app,
    db: withRetries(db),
    sessions,
    files,
    keys,
    origin,
    limits,
    limiters,
    log,
    mailer,
    mailConfigured,
    frontSecret: options.frontSecret,
    ...(image && { keepImage: () => keepImage(db, folder, files.inBucket) }),
  });
  const listening = await listen(gateway, options.port ?? 0);
  undo.push(() => listening.close());
  await lock?.started();
  return {
    url: listening.url,
    keys,
    demoAccounts,
    sql: db.sql,
    transaction: db.transaction,
    listen: db.listen,
    mailFiles: async () => {
      await mailer.idle();
      return mailFiles(folder);
    },
    onItsThread: db.address === undefined,
    ping: db.ping,
    tryAsVisitor: () => tryAsVisitor(db),
    dump: db.dump,
    stop,
  };
}

const storageOf = (folder: string) => path.join(folder, 'storage');

/** The database as it is needed: opened or made, migrated, seeded. */
async function prepare(
  options: BackendOptions,
  folder: string,
  files: ObjectFiles,
  undo: (() => unknown)[],
  log: (line: string) => void,
): Promise<{ db: Database; lock: ServerLock | null }> {
  const { origin, seed, keys, shared: buckets } = options;
  const made =
    options.dataDir && !options.databaseUrl && !options.snapshot
      ? await beginFirstStart(folder)
      : null;
  const db = await openDatabase({ ...options, log });
  undo.push(() => db.close());
  const { dataDir } = options;
  const shared = buckets !== undefined;
  const alike = { keys: digestOf(keys), origin, buckets: buckets ?? '' };
  const mayShare = options.databaseUrl !== undefined;
  const lock = dataDir ? await lockServer(db, { dataDir, alike, shared, mayShare }) : null;
  undo.push(() => lock?.release());
  const migrations = options.migrationsDir ?? MIGRATIONS;
  if (lock?.others) await refuseChanges(db, migrations);
  await db.admitCallers();
  if (lock?.others) return { db, lock };
  await migrate(db, migrations, log);
  await setMediaOrigin(db, origin);
  if (options.storageBucket) await claimBucket(options.storageBucket, db, log);
  if (db.address === undefined || seed === 'none') await seedOnce(db, files, { seed, origin, log });
  else if (!(await isSeeded(db)))
    await seedApart(
      {
        address: db.address,
        linkSecret: keys.linkSecret,
        storage: storageOf(folder),
        storageBucket: options.storageBucket ?? null,
        seed,
        origin,
      },
      log,
    );
  made?.();
  return { db, lock };
}

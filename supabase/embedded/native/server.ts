import path from 'node:path';
import { freePort } from '#node/free-port.ts';
import { openSocketFolder } from './address.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { ensureCluster, ownFolder, SUPERUSER } from './cluster.ts';
import { launch } from './launch.ts';
import { endOrphan, endProcess, postmasterFile, postmasterPid } from './orphan-server.ts';
import { osUserFor } from './os-user.ts';
import { setPassword } from './password.ts';
import { ready } from './ready.ts';
import { serverArguments } from './settings.ts';

export interface NativeOptions {
  dataDir: string;
  password: string;
  /** `POSTGRES_OPTIONS`. */
  options?: string | undefined;
  /** Makes `password` the server's first: the one it had is lost. */
  setPassword?: boolean;
  /** Another name of the cluster's folder than `CLUSTER`. */
  cluster?: string;
  /** Those of another release, whose cluster it is. */
  binaries?: Binaries | undefined;
  log?: ((line: string) => void) | undefined;
  /** Listens on a port of the loopback instead of a socket. */
  loopback?: boolean;
}

/** The folder of a data directory that holds the cluster of the native engine. */
export const CLUSTER = 'postgres';

const PORT = 5432;

/**
 * Runs the PostgreSQL of `dataDir`, which it makes on the first start. The caller holds the directory's lock. The
 * server ends with this process, however that ends.
 * @throws NativeUnavailable when it cannot run on this machine or in this place.
 * @throws StartupError naming what is wrong with the directory.
 */
export async function startNative(options: NativeOptions) {
  const dataDir = path.resolve(options.dataDir);
  const clusterDir = path.join(dataDir, options.cluster ?? CLUSTER);
  const binaries = options.binaries ?? (await findBinaries());
  const account = await osUserFor(clusterDir, [binaries.postgres, clusterDir]);
  await endOrphan(clusterDir);
  await ensureCluster(clusterDir, options.password, binaries, account);
  if (options.setPassword) await setPassword(clusterDir, options.password, binaries, account);
  const logDir = path.join(dataDir, 'log');
  await ownFolder(logDir, account);
  const socket = options.loopback ? null : await openSocketFolder(dataDir, account);
  const port = socket ? PORT : await freePort();
  const args = serverArguments(
    { logDir, socketDir: socket?.folder ?? null, port },
    options.options,
  );
  const before = await postmasterFile(clusterDir);
  const child = launch(binaries, ['-D', clusterDir, ...args], clusterDir, account);
  try {
    await ready(child, { clusterDir, logDir, before, log: options.log });
  } catch (error) {
    child.process.kill();
    await socket?.remove();
    throw error;
  }
  let stopping = false;
  return {
    connection: {
      host: socket?.folder ?? '127.0.0.1',
      port,
      username: SUPERUSER,
      password: options.password,
      database: 'postgres',
    },
    /** Calls back once when the server ends without having been asked to. */
    onExit: (callback: () => void) => void child.ended.then(() => stopping || callback()),
    stop: async () => {
      stopping = true;
      const pid = await postmasterPid(clusterDir);
      if (pid !== null) await endProcess(pid);
      await child.ended;
      await socket?.remove();
    },
  };
}

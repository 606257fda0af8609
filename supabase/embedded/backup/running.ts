import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sentence } from '#node/errors.ts';
import { StartupError } from '../base/errors.ts';
import { IMAGE_PATH } from '../base/messages.ts';
import type { Keys, ServerAddress } from '../base/options.ts';
import { SUPERUSER } from '../native/cluster.ts';
import { postmasterFile } from '../native/orphan-server.ts';
import { CLUSTER } from '../native/server.ts';
import type { DatabaseState } from './manifest.ts';

/**
 * The server that another process runs in a data directory.
 * @throws StartupError when there is none that takes connections.
 */
export async function runningServer(
  dataDir: string,
  keys: Pick<Keys, 'databasePassword'>,
): Promise<ServerAddress> {
  const lines = (await postmasterFile(path.join(dataDir, CLUSTER))).split('\n');
  const [, , , port, socket, , , status] = lines.map((line) => line.trim());
  if (status !== 'ready')
    throw new StartupError(
      `The product in ${dataDir} is starting or ending. Try again when it is ready.`,
    );
  return {
    host: socket || '127.0.0.1',
    port: Number(port),
    username: SUPERUSER,
    password: keys.databasePassword,
    database: 'postgres',
  };
}

/** What the backend says when it is done. */
export interface ImageAnswer {
  /** Names of objects without a file. */
  missing: string[];
  state: DatabaseState;
}

/**
 * Has the backend that runs in a data directory write an image of its PGlite and keep the files (`keepImage`).
 * @throws StartupError when it does not answer.
 */
export async function askForImage(
  dataDir: string,
  keys: Pick<Keys, 'secretKey'>,
): Promise<ImageAnswer> {
  const run = await readFile(path.join(dataDir, 'run.json'), 'utf8').catch(() => null);
  if (!run)
    throw new StartupError(
      `The product in ${dataDir} is starting or ending. Try again when it is ready.`,
    );
  const response = await fetch(new URL(IMAGE_PATH, JSON.parse(run).backendUrl), {
    method: 'POST',
    headers: { apikey: keys.secretKey },
  }).catch((error) => {
    throw new StartupError(`The product in ${dataDir} does not answer: ${sentence(error)}.`);
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok)
    throw new StartupError(
      `The product in ${dataDir} cannot make a backup: ${answer.message ?? response.status}.`,
    );
  return answer;
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isAlive } from '#node/is-alive.ts';

interface RunState {
  pid: number;
  /** The server of the site. */
  url: string;
  /** The API behind it. */
  backendUrl: string;
}

/** What `npm start` wrote down in this data directory, if that process lives. */
export async function runState(dataDir: string): Promise<RunState | null> {
  const text = await readFile(path.join(dataDir, 'run.json'), 'utf8').catch(() => null);
  if (!text) return null;
  const state: RunState = JSON.parse(text);
  return isAlive(state.pid) ? state : null;
}

import { appendFile, rm } from 'node:fs/promises';
import { serialQueue } from '#node/concurrency.ts';
import { writeAtomic } from '#node/files.ts';
import { jsonLines, readJsonLines } from '#node/json-lines.ts';

/** In place of addresses: everything. */
export const ALL = '*';

/** Written anew after so many more addresses than are still waiting. */
const STALE = 20_000;

/** What is not purged yet, in a file: lines of JSON, each a list of addresses. */
export class KeptPurges {
  readonly #file: string;
  readonly #waiting: () => string[];
  readonly #inTurn = serialQueue();
  #written = 0;

  /** @param waiting gives what is to be kept at this moment. */
  constructor(file: string, waiting: () => string[]) {
    this.#file = file;
    this.#waiting = waiting;
  }

  /** What an earlier process left. A line that a crash has cut off may have named anything. */
  async load(): Promise<string[]> {
    const { entries, isWhole } = await readJsonLines<string[]>(this.#file);
    return [...new Set([...entries.flat(), ...(isWhole ? [] : [ALL])])];
  }

  add(urls: readonly string[]): Promise<void> {
    return this.#inTurn(async () => {
      this.#written += urls.length;
      if (this.#written > STALE) return this.#rewrite();
      await appendFile(this.#file, jsonLines([urls]));
    });
  }

  /** Forgets what is done, once nothing is left. */
  tidy(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#waiting().length === 0) await this.#rewrite();
    });
  }

  async #rewrite(): Promise<void> {
    const waiting = this.#waiting();
    if (waiting.length > 0) await writeAtomic(this.#file, jsonLines([waiting]));
    else await rm(this.#file, { force: true });
    this.#written = 0;
  }
}

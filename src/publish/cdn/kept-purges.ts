import { appendFile, readFile, rm } from 'node:fs/promises';
import { serialQueue } from '#node/concurrency.ts';
import { ifExists, writeAtomic } from '#node/files.ts';

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
    const text = (await ifExists(readFile(this.#file, 'utf8'))) ?? '';
    const lines = text.split('\n').filter(Boolean);
    return [...new Set(lines.flatMap(parse))];
  }

  add(urls: readonly string[]): Promise<void> {
    return this.#inTurn(async () => {
      this.#written += urls.length;
      if (this.#written > STALE) return this.#rewrite();
      await appendFile(this.#file, line(urls));
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
    if (waiting.length > 0) await writeAtomic(this.#file, line(waiting));
    else await rm(this.#file, { force: true });
    this.#written = 0;
  }
}

const line = (urls: readonly string[]) => `${JSON.stringify(urls)}\n`;

function parse(text: string): string[] {
  try {
    return JSON.parse(text);
  } catch {
    return [ALL];
  }
}

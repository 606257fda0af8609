import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { writeAtomic } from '#node/files.ts';
import { jsonLines, readJsonLines } from '#node/json-lines.ts';

interface Entry {
  at: number;
  routes: string[];
}

/** Clocks and reads overlap: a few routes too many cost milliseconds, one too few is a stale page. */
const MARGIN_MS = 5000;
/** How far back the journal tells what was published: older than any release needs that is kept. */
export const JOURNAL_MS = 14 * 24 * 3600_000;

/**
 * Which routes were published when. A release that was made or left earlier is brought up to date with what it
 * missed before it is served: a rollback must not bring back the page of an artist who went private since.
 */
export class Journal {
  private readonly file: string;

  constructor(dataDir: string) {
    this.file = path.join(dataDir, 'releases', 'journal.jsonl');
  }

  async record(routes: Iterable<string>, now: number = Date.now()): Promise<void> {
    const entry: Entry = { at: now, routes: [...routes] };
    if (entry.routes.length > 0) await appendFile(this.file, jsonLines([entry]));
  }

  async routesSince(time: number): Promise<Set<string>> {
    const entries = await this.read();
    return new Set(entries.filter((e) => e.at >= time - MARGIN_MS).flatMap((e) => e.routes));
  }

  /** Forgets what was published before that time: addresses hold names. */
  async forget(before: number): Promise<void> {
    const entries = (await this.read()).filter((entry) => entry.at >= before - MARGIN_MS);
    await writeAtomic(this.file, jsonLines(entries));
  }

  private async read(): Promise<Entry[]> {
    // The routes of a line that a crash cut off are published again from the outbox.
    return (await readJsonLines<Entry>(this.file)).entries;
  }
}

import { appendFile } from 'node:fs/promises';
import { serialQueue } from '#node/concurrency.ts';
import { writeAtomic } from '#node/files.ts';
import { jsonLines, readJsonLines } from '#node/json-lines.ts';
import type { Picture } from '#site/media.ts';

/** A picture that was made for an upload, or `null` for one that was withdrawn. */
interface Entry {
  url: string;
  picture: Picture | null;
}

/**
 * Which variants belong to which upload: a log of JSON lines, so that one more picture costs one line however many
 * there are. A full build in another process appends to it, too.
 */
export class MediaLog {
  readonly pictures = new Map<string, Picture>();
  private readonly file: string;
  private readonly inTurn = serialQueue();
  /** There are lines that say nothing any more. */
  private stale = false;

  constructor(file: string) {
    this.file = file;
  }

  /** Reads what is written. A log whose last line was cut off by a crash loses that line only. */
  load(): Promise<void> {
    return this.inTurn(async () => {
      const { entries, isWhole } = await readJsonLines<Entry>(this.file);
      for (const entry of entries) this.take(entry);
      if (!isWhole) await writeAtomic(this.file, jsonLines(entries));
    });
  }

  add(url: string, picture: Picture): Promise<void> {
    return this.append([{ url, picture }]);
  }

  forget(urls: readonly string[]): Promise<void> {
    return this.append(urls.map((url) => ({ url, picture: null })));
  }

  /** Writes the log anew without what was withdrawn; only while no other process appends to it. */
  compact(): Promise<void> {
    return this.inTurn(async () => {
      if (!this.stale) return;
      const entries = Array.from(this.pictures, ([url, picture]) => ({ url, picture }));
      await writeAtomic(this.file, jsonLines(entries));
      this.stale = false;
    });
  }

  private append(entries: readonly Entry[]): Promise<void> {
    return this.inTurn(async () => {
      if (entries.length > 0) await appendFile(this.file, jsonLines(entries));
      for (const entry of entries) this.take(entry);
    });
  }

  private take({ url, picture }: Entry): void {
    if (picture) this.pictures.set(url, picture);
    else {
      this.pictures.delete(url);
      this.stale = true;
    }
  }
}

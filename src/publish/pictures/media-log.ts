import { appendFile, readFile } from 'node:fs/promises';
import { serialQueue } from '#node/concurrency.ts';
import { ifExists, writeAtomic } from '#node/files.ts';
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
      const text = (await ifExists(readFile(this.file, 'utf8'))) ?? '';
      const lines = text.split('\n').filter(Boolean);
      const entries = lines.flatMap(parse);
      for (const entry of entries) this.take(entry);
      const damaged = entries.length < lines.length || (text !== '' && !text.endsWith('\n'));
      if (damaged) await writeAtomic(this.file, entries.map(line).join(''));
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
      await writeAtomic(this.file, entries.map(line).join(''));
      this.stale = false;
    });
  }

  private append(entries: readonly Entry[]): Promise<void> {
    return this.inTurn(async () => {
      if (entries.length > 0) await appendFile(this.file, entries.map(line).join(''));
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

const line = (entry: Entry) => `${JSON.stringify(entry)}\n`;

function parse(text: string): Entry[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

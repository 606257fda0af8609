import { type Child, forkChild } from '#node/child-process.ts';
import type { BioRecord } from '#site/directory/bio-records.ts';
import type { LinkPreview, Picture } from '#site/media.ts';

export type BackgroundJob =
  | { kind: 'draw'; preview: LinkPreview; picture: Picture; dir: string; file: string }
  | { kind: 'index'; dir: string; there: readonly string[] };

/** Records come in parts, so that nobody waits while they are sent. */
export type ToBackground = { kind: 'records'; records: BioRecord[] } | { kind: 'forget' };

type Worker = Child<ToBackground, BackgroundJob, void>;

const SCRIPT = new URL('./background-process.ts', import.meta.url);
const RECORDS_PER_MESSAGE = 100;

/** Pictures and indexes leave a process large; starting another takes a third of a second. */
const IDLE_MS = 15_000;

/**
 * Work that nobody waits for, in a process that gets what the others leave of the machine: preview images and the
 * search index. It starts with the first job and ends when there was none for a while; one that dies fails its
 * jobs. The next job starts another.
 */
export class Background {
  private child: Worker | null = null;
  private users = 0;
  private idle: NodeJS.Timeout | undefined;
  private readonly idleMs: number;

  constructor(idleMs = IDLE_MS) {
    this.idleMs = idleMs;
  }

  /** Draws a preview image into `file`. Throws with the code of the system where the disk refuses. */
  readonly draw = (
    preview: LinkPreview,
    picture: Picture,
    dir: string,
    file: string,
  ): Promise<void> =>
    this.inUse((child) => child.ask({ kind: 'draw', preview, picture, dir, file }));

  /** Writes the search index of these records, but for parts that are there, into a directory that does not exist yet. */
  readonly index = (
    records: Iterable<BioRecord>,
    dir: string,
    there: readonly string[] = [],
  ): Promise<void> =>
    this.inUse(async (child) => {
      child.send({ kind: 'forget' });
      let part: BioRecord[] = [];
      for (const record of records) {
        part.push(record);
        if (part.length < RECORDS_PER_MESSAGE) continue;
        child.send({ kind: 'records', records: part });
        part = [];
        await new Promise(setImmediate);
      }
      child.send({ kind: 'records', records: part });
      await child.ask({ kind: 'index', dir, there });
    });

  stop(): void {
    clearTimeout(this.idle);
    this.child?.kill();
  }

  /** Keeps the process for as long as it has work, and a while after. */
  private async inUse(work: (child: Worker) => Promise<void>): Promise<void> {
    clearTimeout(this.idle);
    this.users++;
    try {
      this.child ??= this.start();
      await work(this.child);
    } finally {
      this.users--;
      if (this.users === 0) this.idle = setTimeout(() => this.end(), this.idleMs).unref();
    }
  }

  /** It leaves by itself when nobody is connected any more. */
  private end(): void {
    this.child?.disconnect();
    this.child = null;
  }

  private start(): Worker {
    const child: Worker = forkChild({
      name: 'The background process',
      script: SCRIPT,
      serialization: 'advanced',
    });
    void child.ended.then(() => {
      if (this.child === child) this.child = null;
    });
    return child;
  }
}

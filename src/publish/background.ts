import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BioRecord } from '#site/bio-records.ts';
import type { Picture, Preview } from '#site/media.ts';

/** What the background process is told. Records come in parts, so that nobody waits while they are sent. */
export type BackgroundJob =
  | { kind: 'draw'; id: number; preview: Preview; picture: Picture; dir: string; file: string }
  | { kind: 'records'; records: BioRecord[] }
  | { kind: 'index'; id: number; dir: string; there: readonly string[] }
  | { kind: 'forget' };

export interface BackgroundResult {
  id: number;
  error?: { message: string; code?: string };
}

const SCRIPT = fileURLToPath(new URL('./background-process.ts', import.meta.url));
const PART = 100;
/** Pictures and indexes leave a process large; starting another takes a third of a second. */
const IDLE_MS = 15_000;
const ENDED = 'the background process ended';

/**
 * Work that nobody waits for, in a process that gets what the others leave of the machine: preview images and the
 * search index. It starts with the first job and ends when there was none for a while; one that dies fails its
 * jobs. The next job starts another.
 */
export class Background {
  private child: ChildProcess | null = null;
  private readonly waiting = new Map<number, (done: BackgroundResult) => void>();
  private jobs = 0;
  private users = 0;
  private idle: NodeJS.Timeout | undefined;
  private readonly idleMs: number;

  constructor(idleMs = IDLE_MS) {
    this.idleMs = idleMs;
  }

  /** Draws a preview image into `file`. Throws with the code of the system where the disk refuses. */
  readonly draw = (preview: Preview, picture: Picture, dir: string, file: string): Promise<void> =>
    this.inUse(() =>
      this.ask(this.process(), (id) => ({ kind: 'draw', id, preview, picture, dir, file })),
    );

  /** Writes the search index of these records, but for parts that are there, into a directory that does not exist yet. */
  readonly index = (
    records: Iterable<BioRecord>,
    dir: string,
    there: readonly string[] = [],
  ): Promise<void> => this.inUse(() => this.sendAndIndex(records, dir, there));

  stop(): void {
    clearTimeout(this.idle);
    this.child?.kill('SIGKILL');
  }

  private async sendAndIndex(
    records: Iterable<BioRecord>,
    dir: string,
    there: readonly string[],
  ): Promise<void> {
    // All to the same process: one that starts in between knows only the rest of them.
    const child = this.process();
    send(child, { kind: 'forget' });
    let part: BioRecord[] = [];
    for (const record of records) {
      part.push(record);
      if (part.length < PART) continue;
      send(child, { kind: 'records', records: part });
      part = [];
      await new Promise(setImmediate);
    }
    send(child, { kind: 'records', records: part });
    await this.ask(child, (id) => ({ kind: 'index', id, dir, there }));
  }

  /** Keeps the process for as long as somebody works with it, and a while after. */
  private async inUse(work: () => Promise<void>): Promise<void> {
    clearTimeout(this.idle);
    this.users++;
    try {
      await work();
    } finally {
      this.users--;
      if (this.users === 0) this.idle = setTimeout(() => this.end(), this.idleMs).unref();
    }
  }

  /** It leaves by itself when nobody is connected any more. */
  private end(): void {
    const child = this.child;
    this.child = null;
    if (child?.connected) child.disconnect();
  }

  private ask(child: ChildProcess, job: (id: number) => BackgroundJob): Promise<void> {
    const id = ++this.jobs;
    return new Promise((resolve, reject) => {
      if (child !== this.child) return reject(new Error(ENDED));
      this.waiting.set(id, ({ error }) => {
        this.waiting.delete(id);
        if (error) reject(Object.assign(new Error(error.message), { code: error.code }));
        else resolve();
      });
      send(child, job(id));
    });
  }

  private process(): ChildProcess {
    this.child ??= this.start();
    return this.child;
  }

  private start(): ChildProcess {
    const child = fork(SCRIPT, [], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    child.on('message', (done: BackgroundResult) => this.waiting.get(done.id)?.(done));
    child.on('exit', () => {
      if (this.child !== child) return;
      this.child = null;
      for (const [id, done] of this.waiting) {
        done({ id, error: { message: ENDED } });
      }
    });
    return child;
  }
}

/** With a callback, a pipe that broke this moment is no error event; 'exit' follows. */
function send(child: ChildProcess, job: BackgroundJob): void {
  if (child.connected) child.send(job, () => {});
}

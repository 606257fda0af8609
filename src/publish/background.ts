import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Picture, Preview } from '#site/media.ts';
import type { SearchRecord } from '#site/search-records.ts';

/** What the background process is told. Records come in parts, so that nobody waits while they are sent. */
export type Chore =
  | { kind: 'draw'; id: number; preview: Preview; picture: Picture; dir: string; file: string }
  | { kind: 'records'; records: SearchRecord[] }
  | { kind: 'index'; id: number; dir: string }
  | { kind: 'forget' };

export interface ChoreDone {
  id: number;
  error?: { message: string; code?: string };
}

const SCRIPT = fileURLToPath(new URL('./background-process.ts', import.meta.url));
const PART = 100;
const ENDED = 'the background process ended';

/**
 * Work that nobody waits for, in a process that gets what the others leave of the machine: preview images and the
 * search index. It starts with the first chore; one that dies fails its chores, and the next chore starts another.
 */
export class Background {
  private child: ChildProcess | null = null;
  private readonly waiting = new Map<number, (done: ChoreDone) => void>();
  private chores = 0;

  /** Draws a preview image into `file`. Throws with the code of the system where the disk refuses. */
  readonly draw = (preview: Preview, picture: Picture, dir: string, file: string): Promise<void> =>
    this.ask(this.process(), (id) => ({ kind: 'draw', id, preview, picture, dir, file }));

  /** Writes the search index of these records into a directory that does not exist yet. */
  readonly index = async (records: Iterable<SearchRecord>, dir: string): Promise<void> => {
    // All to the same process: one that starts in between knows only the rest of them.
    const child = this.process();
    send(child, { kind: 'forget' });
    let part: SearchRecord[] = [];
    for (const record of records) {
      part.push(record);
      if (part.length < PART) continue;
      send(child, { kind: 'records', records: part });
      part = [];
      await new Promise(setImmediate);
    }
    send(child, { kind: 'records', records: part });
    await this.ask(child, (id) => ({ kind: 'index', id, dir }));
  };

  stop(): void {
    this.child?.kill('SIGKILL');
  }

  private ask(child: ChildProcess, chore: (id: number) => Chore): Promise<void> {
    const id = ++this.chores;
    return new Promise((resolve, reject) => {
      if (child !== this.child) return reject(new Error(ENDED));
      this.waiting.set(id, ({ error }) => {
        this.waiting.delete(id);
        if (error) reject(Object.assign(new Error(error.message), { code: error.code }));
        else resolve();
      });
      send(child, chore(id));
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
    child.on('message', (done: ChoreDone) => this.waiting.get(done.id)?.(done));
    child.on('exit', () => {
      if (this.child === child) this.child = null;
      for (const [id, done] of this.waiting) {
        done({ id, error: { message: ENDED } });
      }
    });
    return child;
  }
}

/** With a callback, a pipe that broke this moment is no error event; 'exit' follows. */
function send(child: ChildProcess, chore: Chore): void {
  if (child.connected) child.send(chore, () => {});
}

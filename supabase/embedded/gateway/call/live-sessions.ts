import { setBounded } from '#node/bounded-map.ts';
import type { Database } from '../../base/database.ts';
import type { Queryable } from '../../base/options.ts';
import { isUuid } from './uuid.ts';

/** For how long a session that was found needs no second look, when nothing tells of its end. */
const FRESH_MS = 5000;
const MOST_KEPT = 10_000;
const CHANNEL = 'embedded_session_gone';

/**
 * Which sessions have not ended. One that was found is believed for some seconds; the database notifies of its end
 * (`follow`) or by the call that ends it (`forget`), and holds at once.
 */
export class LiveSessions {
  readonly #db: Queryable;
  /** When each was last found, the longest known first. */
  readonly #found = new Map<string, number>();
  /** Counts what was forgotten: an answer that was asked for before is not believed. */
  #forgotten = 0;

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** Listens for sessions that end in SQL, also by another process; gives what ends that. */
  follow(db: Pick<Database, 'listen'>): Promise<() => Promise<void>> {
    return db.listen(
      CHANNEL,
      (id) => this.forget(id),
      () => this.forget(),
    );
  }

  async lives(id: string): Promise<boolean> {
    if (performance.now() - (this.#found.get(id) ?? Number.NEGATIVE_INFINITY) < FRESH_MS)
      return true;
    if (!isUuid(id)) return false;
    const asked = this.#forgotten;
    const [session] = await this.#db.sql('select 1 from auth.sessions where id = $1', [id]);
    this.#found.delete(id);
    if (session === undefined) return false;
    if (asked === this.#forgotten) setBounded(this.#found, id, performance.now(), MOST_KEPT);
    return true;
  }

  /** Looks again before this session is believed; without a name, before any is. */
  forget(id?: string): void {
    this.#forgotten += 1;
    if (id === undefined) this.#found.clear();
    else this.#found.delete(id);
  }
}

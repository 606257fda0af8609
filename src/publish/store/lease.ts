/** How long nobody else takes it over from one that was cut off. */
export const LEASE_SECONDS = 9;
const RENEW_MS = 2500;
/** By then the last write has to be over. */
const USABLE_MS = LEASE_SECONDS * 1000 - 500;
/** With less time left nothing is begun. */
const LEAST_MS = 3000;

export interface LeaseOptions {
  /** Who asks; no other process has the same name. */
  holder: string;
  /** Takes or renews it for so many seconds; gives who has it now. */
  take: (holder: string, seconds: number) => Promise<string>;
  end: (holder: string) => Promise<void>;
  /** Another server has it now. */
  onLost: (other: string) => void;
}

/** What only one of the servers may do at a time. The database's clock decides who. */
export class Lease {
  readonly #options: LeaseOptions;
  /** By this process's clock, from before it was asked for: it never ends later than the database thinks. */
  #takenAt = Number.NEGATIVE_INFINITY;
  #other = '';
  #renewals: NodeJS.Timeout | undefined;
  /** The last question to the database. */
  #asking: Promise<unknown> = Promise.resolve();

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  get holder(): string {
    return this.#options.holder;
  }

  /** Who has it, when that is another server. */
  get other(): string {
    return this.#other;
  }

  /** Until when nobody else can have it, if that is time enough for a write: then it has to end. Else it throws. */
  writing(): AbortSignal {
    const left = this.#takenAt + USABLE_MS - performance.now();
    if (left < LEAST_MS) throw new Error('this server does not know whether it still leads');
    return AbortSignal.timeout(Math.floor(left));
  }

  /** Asks for it; once it is ours it is renewed. Rejects when the database does not answer. */
  async take(): Promise<boolean> {
    if (!(await this.#ask())) return false;
    this.#renewals ??= setInterval(() => void this.#renew(), RENEW_MS).unref();
    return true;
  }

  /** The next one may have it at once. */
  async end(): Promise<void> {
    clearInterval(this.#renewals);
    await this.#asking;
    if (this.#takenAt === Number.NEGATIVE_INFINITY) return;
    this.#takenAt = Number.NEGATIVE_INFINITY;
    // It ends by itself, too.
    await this.#options.end(this.holder).catch(() => {});
  }

  async #ask(): Promise<boolean> {
    const { take, holder } = this.#options;
    const asked = performance.now();
    const now = await take(holder, LEASE_SECONDS);
    this.#other = now === holder ? '' : now;
    if (now !== holder) return false;
    this.#takenAt = asked;
    return true;
  }

  async #renew(): Promise<void> {
    // While the database is away, nobody else can take it either.
    this.#asking = this.#ask().catch(() => true);
    if (await this.#asking) return;
    clearInterval(this.#renewals);
    this.#takenAt = Number.NEGATIVE_INFINITY;
    this.#options.onLost(this.#other);
  }
}

import {
  type CreatedEntry,
  type Entry,
  type EntryStorage,
  fingerprint,
  outboxEntries,
  type SendingEntry,
} from './outbox-entries.ts';

/** What the outbox needs to know of a failure. `definite`: the server has decided. */
export interface Refusal {
  code: string;
  definite: boolean;
}

/** The two calls; both throw a `Refusal`. */
export interface Transport<P, M> {
  submit(key: string, claim: string, payload: P): Promise<{ id: string; matches: M[] }>;
  choose(lead: string, claim: string, artists: string[]): Promise<number>;
}

export interface OutboxOptions<P, M, E extends Refusal> {
  storage: EntryStorage;
  transport: Transport<P, M>;
  toRefusal: (thrown: unknown) => E;
  /** Runs `work` while nothing else in this browser holds the name. */
  lock: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  now?: () => number;
  random?: () => number;
  newKey: () => string;
  newClaim: () => string;
  /** Changes when everything that is kept was erased: what is on its way then leaves no trace when it is answered. */
  epoch?: () => string | null;
  /** The part of a payload that makes it the same request again; all of it when left out. */
  identity?: (payload: P) => unknown;
}

export type SendOutcome<M, E> =
  | { state: 'created'; entry: CreatedEntry<M> }
  | { state: 'waiting'; key: string; error: E; retryAt: number }
  /** `key` is set when changed text must go out under the same key, because an earlier version may have arrived. */
  | { state: 'refused'; key: string | null; error: E }
  | { state: 'gone' };

export type ChooseOutcome<E> =
  /** `artists` is the choice that counts, which may be an earlier one. */
  | { state: 'sent'; sent: number; artists: string[] }
  | { state: 'waiting' | 'refused'; error: E }
  | { state: 'gone' };

const MAX_BACKOFF_MS = 60_000;

export type Outbox<P, M, E extends Refusal> = ReturnType<typeof createOutbox<P, M, E>>;

/**
 * Sends quote requests exactly once over a network that loses answers (security notes, "The lead flow").
 * A request is stored with its key and claim before the first byte leaves, and keeps both until a definite
 * answer, over retries, reloads and other tabs. Its text is erased when it has arrived, and after 24 h anyway.
 */
export function createOutbox<P, M, E extends Refusal>(options: OutboxOptions<P, M, E>) {
  const { transport, toRefusal, lock, newKey, newClaim } = options;
  const { now = Date.now, random = Math.random, epoch = () => null } = options;
  const { identity = (p: P): unknown => p } = options;
  const same = (a: P, b: P) => JSON.stringify(identity(a)) === JSON.stringify(identity(b));
  const print = (claim: string, payload: P) => fingerprint(claim, identity(payload));
  const entries = outboxEntries<P, M>(options.storage, now);

  /** The entry that this press belongs to: the same text again, a change of `amends`, or a new one. */
  function enlist(payload: P, amends: string | null): string {
    const all = entries.all();
    const twin = all.find((e) =>
      e.state === 'sending'
        ? same(e.payload, payload)
        : e.fingerprints.includes(print(e.claim, payload)),
    );
    if (twin?.state === 'sending' && twin.parked) entries.put({ ...twin, parked: false });
    if (twin) return twin.key;
    const old = amends ? entries.get(amends) : null;
    if (old?.state === 'sending') {
      // What the server has refused cannot have arrived.
      const sent = old.parked ? old.earlier : [...old.earlier, old.payload];
      const earlier = sent.filter((p) => !same(p, payload));
      entries.put({ ...old, payload, earlier, parked: false });
      return old.key;
    }
    if (old?.state === 'created') {
      // A retry in the background, or in another tab, was quicker than the change.
      const fingerprints = [...old.fingerprints, print(old.claim, payload)];
      entries.put({ ...old, fingerprints, superseded: true });
      return old.key;
    }
    const fresh = { key: newKey(), claim: newClaim(), at: now(), payload };
    entries.put({ ...fresh, state: 'sending', earlier: [], tries: 0, next: 0, parked: false });
    return fresh.key;
  }

  /** The text as it stands now: another press or tab may have changed it while a request was on its way. */
  function newest(key: string, sent: P): P {
    const current = entries.get(key);
    return current?.state === 'sending' ? current.payload : sent;
  }

  function arrived(entry: SendingEntry<P>, answer: { id: string; matches: M[] }, asked: P) {
    const last = newest(entry.key, asked);
    const created: CreatedEntry<M> = {
      state: 'created',
      key: entry.key,
      claim: entry.claim,
      at: entry.at,
      ...answer,
      fingerprints: [entry.payload, last].map((p) => print(entry.claim, p)),
      superseded: !same(entry.payload, last),
      chosen: [],
    };
    entries.put(created);
    return { state: 'created', entry: created } as const;
  }

  function failed(entry: SendingEntry<P>, error: E): SendOutcome<M, E> {
    const current = entries.get(entry.key);
    // Given up meanwhile: writing it again would send it after all.
    if (current?.state !== 'sending') return { state: 'gone' };
    if (!same(current.payload, entry.payload)) {
      // Changed meanwhile: the newer text stands, and whoever changed it sends it next.
      return { state: 'waiting', key: entry.key, error, retryAt: current.next };
    }
    if (error.definite && entry.earlier.length === 0) {
      entries.remove(entry.key);
      return { state: 'refused', key: null, error };
    }
    if (error.definite) {
      entries.put({ ...entry, parked: true });
      return { state: 'refused', key: entry.key, error };
    }
    const wait = Math.min(MAX_BACKOFF_MS, 1000 * 2 ** entry.tries) * (0.5 + random() / 2);
    const retryAt = now() + wait;
    entries.put({ ...entry, tries: entry.tries + 1, next: retryAt });
    return { state: 'waiting', key: entry.key, error, retryAt };
  }

  async function send(entry: SendingEntry<P>): Promise<SendOutcome<M, E>> {
    const { key, claim, payload } = entry;
    const begun = epoch();
    try {
      const answer = await transport.submit(key, claim, payload);
      return epoch() === begun ? arrived(entry, answer, payload) : { state: 'gone' };
    } catch (thrown) {
      const error = toRefusal(thrown);
      // The key is taken by an earlier version: that one arrived, and asking with it gives its answer.
      return error.code === 'idempotency_conflict'
        ? sendEarlier(entry, error)
        : failed(entry, error);
    }
  }

  async function sendEarlier(entry: SendingEntry<P>, conflict: E): Promise<SendOutcome<M, E>> {
    for (const payload of entry.earlier.toReversed()) {
      try {
        const answer = await transport.submit(entry.key, entry.claim, payload);
        return arrived({ ...entry, payload }, answer, entry.payload);
      } catch (thrown) {
        const error = toRefusal(thrown);
        if (!error.definite) return failed(entry, error);
      }
    }
    return failed({ ...entry, earlier: [] }, conflict);
  }

  /** Sends one entry now, or tells what became of it. Two callers at once share one answer. */
  function flush(key: string): Promise<SendOutcome<M, E>> {
    return lock(`quote.outbox.${key}`, async () => {
      const entry = entries.get(key);
      if (!entry) return { state: 'gone' } as const;
      return entry.state === 'created' ? ({ state: 'created', entry } as const) : send(entry);
    });
  }

  async function chooseAgain(entry: CreatedEntry<M>, error: E): Promise<ChooseOutcome<E>> {
    // An earlier choice whose answer was lost may be the one that counts; the same set gives the same answer.
    const earlier = error.code === 'already_sent' ? entry.chosen.slice(0, -1) : [];
    for (const artists of earlier.reverse()) {
      try {
        const sent = await transport.choose(entry.id, entry.claim, artists);
        entries.remove(entry.key);
        return { state: 'sent', sent, artists };
      } catch (thrown) {
        const next = toRefusal(thrown);
        if (!next.definite) return { state: 'waiting', error: next };
      }
    }
    return { state: 'refused', error };
  }

  return {
    flush,
    get: (key: string): Entry<P, M> | null => entries.get(key),
    all: () => entries.all(),
    /** Entries that may be sent again by themselves. */
    sending: () => entries.all().filter((e) => e.state === 'sending' && !e.parked),

    /**
     * Sends a request. A second press with the same text joins the first. `amends` is the key of the
     * waiting or parked request that this text replaces.
     */
    async submit(payload: P, amends: string | null = null): Promise<SendOutcome<M, E>> {
      const key = await lock('quote.outbox', async () => enlist(payload, amends));
      return flush(key);
    },

    /** Sends the chosen artists of a request that has arrived; the entry ends with the answer. */
    choose(key: string, artists: string[]): Promise<ChooseOutcome<E>> {
      return lock(`quote.outbox.${key}`, async () => {
        const found = entries.get(key);
        if (found?.state !== 'created') return { state: 'gone' };
        const chosen = [...found.chosen.filter((set) => set.join() !== artists.join()), artists];
        const entry = { ...found, chosen };
        entries.put(entry);
        try {
          const sent = await transport.choose(entry.id, entry.claim, artists);
          entries.remove(key);
          return { state: 'sent', sent, artists };
        } catch (thrown) {
          const error = toRefusal(thrown);
          return error.definite ? chooseAgain(entry, error) : { state: 'waiting', error };
        }
      });
    },

    /** Forgets an entry: skipped, finished or given up. */
    dismiss: (key: string) => entries.remove(key),
  };
}

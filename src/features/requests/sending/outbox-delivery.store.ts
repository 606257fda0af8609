import { retryWait } from '#browser/retry-wait.ts';
import type {
  CreatedEntry,
  EntryStore,
  RequestIdentity,
  SendingEntry,
} from './outbox-entries.store.ts';

/** What the outbox needs to know of a failure. `definite`: the server has decided. */
export interface Refusal {
  code: string;
  definite: boolean;
}

/** The two calls; both throw a `Refusal`, which `toRefusal` makes of whatever came. */
export interface Transport<P, M, E extends Refusal> {
  submit(key: string, claim: string, payload: P): Promise<{ id: string; matches: M[] }>;
  choose(lead: string, claim: string, artists: string[]): Promise<number>;
  toRefusal: (thrown: unknown) => E;
}

export type SendOutcome<M, E> =
  | { state: 'created'; entry: CreatedEntry<M> }
  | { state: 'waiting'; key: string; error: E; retryAt: number }
  /** `key` is set when changed text must go out under the same key, because an earlier version may have arrived. */
  | { state: 'refused'; key: string | null; error: E }
  | { state: 'gone' };

interface DeliveryDeps<P, M, E extends Refusal> {
  entries: EntryStore<P, M>;
  identity: RequestIdentity<P>;
  transport: Transport<P, M, E>;
  epoch: () => string | null;
  now: () => number;
  random: () => number;
}

/** Gives the function that sends one entry and writes down what became of it. */
export function createDelivery<P, M, E extends Refusal>(deps: DeliveryDeps<P, M, E>) {
  const { entries, transport, epoch, now, random } = deps;
  const { isSame, fingerprint } = deps.identity;

  function arrived(entry: SendingEntry<P>, answer: { id: string; matches: M[] }, asked: P) {
    // Another press or tab may have changed the text while the request was on its way.
    const current = entries.get(entry.key);
    const last = current?.state === 'sending' ? current.payload : asked;
    const { key, claim, at } = entry;
    const created: CreatedEntry<M> = {
      state: 'created',
      key,
      claim,
      at,
      ...answer,
      fingerprints: [entry.payload, last].map((p) => fingerprint(claim, p)),
      superseded: !isSame(entry.payload, last),
      chosen: [],
    };
    entries.put(created);
    return { state: 'created', entry: created } as const;
  }

  function failed(entry: SendingEntry<P>, error: E): SendOutcome<M, E> {
    const current = entries.get(entry.key);
    // Given up meanwhile: writing it again would send it after all.
    if (current?.state !== 'sending') return { state: 'gone' };
    if (!isSame(current.payload, entry.payload)) {
      // Changed meanwhile: the newer text stands, and the tab that changed it sends it next.
      return { state: 'waiting', key: entry.key, error, retryAt: current.next };
    }
    if (error.definite && entry.earlier.length === 0) {
      entries.remove(entry.key);
      return { state: 'refused', key: null, error };
    }
    if (error.definite) {
      entries.put({ ...entry, rejected: true });
      return { state: 'refused', key: entry.key, error };
    }
    const retryAt = now() + retryWait(entry.tries, random);
    entries.put({ ...entry, tries: entry.tries + 1, next: retryAt });
    return { state: 'waiting', key: entry.key, error, retryAt };
  }

  /** The key is taken by an earlier version: that one arrived, and asking with it gives its answer. */
  async function sendEarlier(entry: SendingEntry<P>, conflict: E): Promise<SendOutcome<M, E>> {
    for (const payload of entry.earlier.toReversed()) {
      try {
        const answer = await transport.submit(entry.key, entry.claim, payload);
        return arrived({ ...entry, payload }, answer, entry.payload);
      } catch (thrown) {
        const error = transport.toRefusal(thrown);
        if (!error.definite) return failed(entry, error);
      }
    }
    return failed({ ...entry, earlier: [] }, conflict);
  }

  return async function send(entry: SendingEntry<P>): Promise<SendOutcome<M, E>> {
    const begun = epoch();
    try {
      const answer = await transport.submit(entry.key, entry.claim, entry.payload);
      return epoch() === begun ? arrived(entry, answer, entry.payload) : { state: 'gone' };
    } catch (thrown) {
      const error = transport.toRefusal(thrown);
      return error.code === 'idempotency_conflict'
        ? sendEarlier(entry, error)
        : failed(entry, error);
    }
  };
}

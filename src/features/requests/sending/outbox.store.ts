import type { EntryStorage } from '#browser/browser-storage.ts';
import { type ChooseOutcome, sendChoice } from './outbox-choice.store.ts';
import {
  createDelivery,
  type Refusal,
  type SendOutcome,
  type Transport,
} from './outbox-delivery.store.ts';
import { enqueue } from './outbox-enqueue.store.ts';
import { type OutboxEntry, outboxEntries, requestIdentity } from './outbox-entries.store.ts';

interface OutboxOptions<P, M, E extends Refusal> {
  storage: EntryStorage;
  transport: Transport<P, M, E>;
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

export type RequestOutbox<P, M, E extends Refusal> = ReturnType<typeof createOutbox<P, M, E>>;

/**
 * Sends quote requests exactly once over a network that loses answers (security notes, "The lead flow").
 * A request is stored with its key and claim before the first byte leaves, and keeps both until a definite
 * answer, over retries, reloads and other tabs. Its text is erased when it has arrived, and after 24 h anyway.
 */
export function createOutbox<P, M, E extends Refusal>(options: OutboxOptions<P, M, E>) {
  const { transport, lock, now = Date.now, random = Math.random, epoch = () => null } = options;
  const identity = requestIdentity(options.identity);
  const entries = outboxEntries<P, M>(options.storage, now);
  const send = createDelivery({ entries, identity, transport, epoch, now, random });
  const ids = { ...options, now };

  /** Sends one entry now, or tells what became of it. Two callers at once share one answer. */
  function flush(key: string): Promise<SendOutcome<M, E>> {
    return lock(`quote.outbox.${key}`, async () => {
      const entry = entries.get(key);
      if (!entry) return { state: 'gone' } as const;
      return entry.state === 'created' ? ({ state: 'created', entry } as const) : send(entry);
    });
  }

  return {
    flush,
    get: (key: string): OutboxEntry<P, M> | null => entries.get(key),
    all: () => entries.all(),
    /** Entries that may be sent again by themselves. */
    sending: () => entries.all().filter((e) => e.state === 'sending' && !e.rejected),

    /**
     * Sends a request. A second press with the same text joins the first. `amends` is the key of the
     * waiting or rejected request that this text replaces.
     */
    async submit(payload: P, amends: string | null = null): Promise<SendOutcome<M, E>> {
      const work = async () => enqueue(entries, identity, ids, payload, amends);
      return flush(await lock('quote.outbox', work));
    },

    /** Sends the chosen artists of a request that has arrived; the entry ends with the answer. */
    choose(key: string, artists: string[]): Promise<ChooseOutcome<E>> {
      return lock(`quote.outbox.${key}`, async () => {
        const entry = entries.get(key);
        if (entry?.state !== 'created') return { state: 'gone' };
        return sendChoice(entries, transport, entry, artists);
      });
    },

    /** Forgets an entry: skipped, finished or given up. */
    dismiss: (key: string) => entries.remove(key),
  };
}

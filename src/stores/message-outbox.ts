import { type MessageEntry, messageEntries, type ThreadId } from './message-entries.ts';
import type { Refusal } from './outbox-delivery.ts';
import { ENTRY_TTL_MS, type EntryStorage } from './outbox-entries.ts';
import { retryWait } from './retry-wait.ts';

interface MessageOutboxOptions {
  storage: EntryStorage;
  /** Runs `work` while nothing else in this browser holds the name. */
  lock: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  newKey: () => string;
  toRefusal: (thrown: unknown) => Refusal;
  now?: () => number;
  random?: () => number;
}

/** Sends one message under its key, however often it is called with it, and does with the answer what is to be done. */
type Send = (entry: MessageEntry) => Promise<void>;

export type MessageOutbox = ReturnType<typeof createMessageOutbox>;

/**
 * Sends messages exactly once over a network that loses answers: each is stored with its key before the first byte
 * leaves, and stays until a definite answer, over retries, reloads and other tabs. Those of one conversation go one
 * after the other. What the server has refused stays with the reason, for whoever typed it to decide.
 */
export function createMessageOutbox(options: MessageOutboxOptions) {
  const { storage, lock, newKey, toRefusal, now = Date.now, random = Math.random } = options;
  const entries = messageEntries(storage, now);

  const failed = (entry: MessageEntry, refusal: Refusal) => {
    // Given up or erased meanwhile: writing it again would send it after all.
    if (!entries.get(entry.key)) return;
    // A link that opens nothing any more does not open it later either.
    if (refusal.definite || refusal.code === 'link_refused') {
      entries.put({ ...entry, refused: refusal.code });
    } else {
      const next = now() + retryWait(entry.tries, random);
      entries.put({ ...entry, tries: entry.tries + 1, next });
    }
  };
  const isDue = ({ refused, next }: MessageEntry, atOnce: boolean) =>
    !refused && (atOnce || next <= now());
  const isOld = ({ at }: MessageEntry) => now() - at >= ENTRY_TTL_MS;

  return {
    of: entries.of,
    remove: entries.remove,

    /** Keeps a message to be sent. */
    add({ lead, artist }: ThreadId, body: string): void {
      // Two of one millisecond have an order too.
      const at = Math.max(now(), (entries.all().at(-1)?.at ?? 0) + 1);
      entries.put({ key: newKey(), lead, artist, body, at, tries: 0, next: 0, refused: null });
    },

    /** Lets a refused message go again. */
    retry(key: string): void {
      const entry = entries.get(key);
      if (entry) entries.put({ ...entry, refused: null, next: 0 });
    },

    /**
     * Sends what waits in a conversation, in its order, until one does not get through; `atOnce` before its time, too.
     * Gives when to call again; null when nothing waits.
     */
    flush(thread: ThreadId, send: Send, atOnce = false): Promise<number | null> {
      return lock(`message.outbox.${thread.lead}.${thread.artist}`, async () => {
        for (;;) {
          const first = entries.of(thread).find((entry) => !entry.refused && !isOld(entry));
          if (!first || !isDue(first, atOnce)) return first?.next ?? null;
          try {
            await send(first);
            entries.remove(first.key);
          } catch (thrown) {
            failed(first, toRefusal(thrown));
            const left = entries.get(first.key);
            if (left && !left.refused) return left.next;
          }
        }
      });
    },

    /** Takes out what could not be sent for a day: nothing that old goes by itself any more. */
    takeOld(thread: ThreadId): MessageEntry[] {
      const old = entries.of(thread).filter(isOld);
      for (const { key } of old) entries.remove(key);
      return old;
    },
  };
}

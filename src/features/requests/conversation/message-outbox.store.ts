import type { EntryStorage } from '#browser/browser-storage.ts';
import { KEPT_MS } from '#browser/kept-table.ts';
import { retryWait } from '#browser/retry-wait.ts';
import type { DiaryStage } from '#features/diary/diary.ts';
import type { Refusal } from '../sending/outbox-delivery.store.ts';
import { type ConversationId, type MessageEntry, messageEntries } from './message-entries.store.ts';

interface MessageOutboxOptions {
  storage: EntryStorage;
  /** Runs `work` while nothing else in this browser holds the name. */
  lock: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  newKey: () => string;
  toRefusal: (thrown: unknown) => Refusal;
  now?: () => number;
  random?: () => number;
}

/**
 * Sends one message under its key, however often it is called with it, and does with the answer what is to be done.
 * Gives true when the server has the message and there are pictures of it still to go: it is called again for these.
 */
type Send = (entry: MessageEntry) => Promise<unknown>;

export type MessageOutbox = ReturnType<typeof createMessageOutbox>;

/**
 * Sends messages exactly once over a network that loses answers: each is stored with its key before the first byte
 * leaves, and stays until a definite answer, over retries, reloads and other tabs. Those of one conversation go one
 * after the other; a message never waits for the pictures of the one before. What the server has refused stays with the
 * reason, for its writer to decide.
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
  // A photo of a wall is as good the day after.
  const isOld = ({ at, taken, stage }: MessageEntry) =>
    !taken && !stage && now() - at >= KEPT_MS.sending;
  const nextOf = (conversation: ConversationId) => {
    const waiting = entries.of(conversation).filter((entry) => !entry.refused && !isOld(entry));
    return waiting.find(({ taken }) => !taken) ?? waiting[0];
  };
  const sent = (entry: MessageEntry, more: boolean) => {
    if (!more) entries.remove(entry.key);
    else if (entries.get(entry.key)) entries.put({ ...entry, taken: true, tries: 0, next: 0 });
  };

  return {
    of: entries.of,
    remove: entries.remove,

    newKey,

    /** Keeps a message to be sent; its pictures, if it has any, are kept under its key already. */
    add(
      { lead, artist }: ConversationId,
      body: string,
      pictures = 0,
      key = newKey(),
      stage: DiaryStage | null = null,
    ): void {
      // Two of one millisecond have an order too.
      const at = Math.max(now(), (entries.all().at(-1)?.at ?? 0) + 1);
      const fresh = { taken: false, tries: 0, next: 0, refused: null };
      entries.put({ key, lead, artist, body, pictures, stage, at, ...fresh });
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
    flush(conversation: ConversationId, send: Send, atOnce = false): Promise<number | null> {
      return lock(`message.outbox.${conversation.lead}.${conversation.artist}`, async () => {
        for (;;) {
          const first = nextOf(conversation);
          if (!first || !isDue(first, atOnce)) return first?.next ?? null;
          try {
            sent(first, (await send(first)) === true);
          } catch (thrown) {
            failed(first, toRefusal(thrown));
            const left = entries.get(first.key);
            if (left && !left.refused) return left.next;
          }
        }
      });
    },

    /** Takes out what could not be sent for a day: nothing that old goes by itself any more. */
    takeOld(conversation: ConversationId): MessageEntry[] {
      const old = entries.of(conversation).filter(isOld);
      for (const { key } of old) entries.remove(key);
      return old;
    },
  };
}

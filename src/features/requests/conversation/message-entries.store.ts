import { type EntryStorage, keysOf } from '#browser/browser-storage.ts';
import { DRAFT_TTL_MS } from '#browser/kept-draft.ts';
import { type Aged, readKept } from '#browser/kept-item.ts';
import { MESSAGE_PREFIX } from '#browser/sending-keys.ts';

/** Which conversation something here belongs to. The secret of a guest's link is none of it. */
export interface ConversationId {
  lead: string;
  artist: string;
}

/** A message on its way: kept with its text until the server has decided. */
export interface MessageEntry extends ConversationId, Aged {
  key: string;
  body: string;
  /** How many pictures go with it; they are kept under its key (`picture-store.ts`). */
  pictures: number;
  /** The server has the message, and not all of its pictures. */
  taken: boolean;
  tries: number;
  /** Not to be tried again by itself before this time. */
  next: number;
  /** The code of its refusal. */
  refused: string | null;
}

export const isMessageEntry = (item: string): boolean => item.startsWith(MESSAGE_PREFIX);

/**
 * The messages of this browser that are on their way, one storage item each, so that two tabs never overwrite each
 * other's. None is kept for longer than what is typed and not sent.
 */
export function messageEntries(storage: EntryStorage, now: () => number = Date.now) {
  const read = (item: string): MessageEntry | null => {
    const entry = readKept<MessageEntry>(storage, item, DRAFT_TTL_MS, now());
    // What an earlier release left behind knows nothing of pictures.
    return entry && { ...entry, pictures: entry.pictures ?? 0, taken: entry.taken ?? false };
  };
  const all = (): MessageEntry[] =>
    keysOf(storage)
      .filter(isMessageEntry)
      .flatMap((item) => read(item) ?? [])
      .sort((a, b) => a.at - b.at);
  return {
    all,
    /** Those of one conversation, in the order in which they were typed. */
    of: ({ lead, artist }: ConversationId) =>
      all().filter((entry) => entry.lead === lead && entry.artist === artist),
    get: (key: string) => read(MESSAGE_PREFIX + key),
    put: (entry: MessageEntry) =>
      storage.setItem(MESSAGE_PREFIX + entry.key, JSON.stringify(entry)),
    remove: (key: string) => storage.removeItem(MESSAGE_PREFIX + key),
  };
}

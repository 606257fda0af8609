import { type EntryStorage, keysOf } from '#browser/browser-storage.ts';
import { DRAFT_TTL_MS } from '#browser/kept-draft.ts';
import type { ConversationId } from './message-entries.store.ts';

const PREFIX = 'message.draft.';

/** The database of the pictures that stand in boxes, by conversation. */
export const DRAFT_PICTURES_KEY = 'mural-pictures-draft';

/** What stands in the box of one conversation, kept in this browser while it is being typed. */
export function messageDraft(
  storage: EntryStorage,
  { lead, artist }: ConversationId,
  now: () => number = Date.now,
) {
  const item = `${PREFIX}${lead}.${artist}`;
  const read = () => readDraft(storage, item, now());
  const load = () => read()?.text ?? '';
  const write = (text: string, pictures: number) => {
    if (text.trim() === '' && pictures === 0) storage.removeItem(item);
    else storage.setItem(item, JSON.stringify({ at: now(), text, pictures }));
  };
  const save = (text: string) => write(text, read()?.pictures ?? 0);
  return {
    /** The kept text; empty when there is none. */
    load,
    save,
    /** Notes how many pictures stand in the box; they themselves are in `picture-store.ts`. */
    savePictures: (count: number) => write(load(), count),
    /** Puts a text before what stands there. */
    prepend: (text: string) => save([text, load()].filter(Boolean).join('\n\n')),
  };
}

/** How many conversations have something typed and not sent. */
export const countDrafts = (storage: EntryStorage, now: number): number =>
  keysOf(storage).filter((item) => item.startsWith(PREFIX) && readDraft(storage, item, now)).length;

interface Draft {
  text: string;
  pictures: number;
}

function readDraft(storage: EntryStorage, item: string, now: number): Draft | null {
  try {
    const kept = JSON.parse(storage.getItem(item) ?? 'null');
    if (typeof kept?.text === 'string' && now - kept.at <= DRAFT_TTL_MS)
      return { text: kept.text, pictures: Number(kept.pictures) || 0 };
  } catch {
    // Unreadable: falls through to be removed.
  }
  storage.removeItem(item);
  return null;
}

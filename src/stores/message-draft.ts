import { keysOf } from './browser-storage.ts';
import type { ThreadId } from './message-entries.ts';
import type { EntryStorage } from './outbox-entries.ts';
import { DRAFT_TTL_MS } from './quote-draft.ts';

const PREFIX = 'message.draft.';

/** What stands in the box of one conversation, kept in this browser while it is being typed. */
export function messageDraft(
  storage: EntryStorage,
  { lead, artist }: ThreadId,
  now: () => number = Date.now,
) {
  const item = `${PREFIX}${lead}.${artist}`;
  const load = () => readDraft(storage, item, now());
  const save = (text: string) => {
    if (text.trim() === '') storage.removeItem(item);
    else storage.setItem(item, JSON.stringify({ at: now(), text }));
  };
  return {
    /** The kept text; empty when there is none. */
    load,
    save,
    /** Puts a text before what stands there. */
    prepend: (text: string) => save([text, load()].filter(Boolean).join('\n\n')),
  };
}

/** How many conversations have something typed and not sent. */
export const countDrafts = (storage: EntryStorage, now: number): number =>
  keysOf(storage).filter((item) => item.startsWith(PREFIX) && readDraft(storage, item, now)).length;

function readDraft(storage: EntryStorage, item: string, now: number): string {
  try {
    const kept = JSON.parse(storage.getItem(item) ?? 'null');
    if (typeof kept?.text === 'string' && now - kept.at <= DRAFT_TTL_MS) return kept.text;
  } catch {
    // Unreadable: falls through to be removed.
  }
  storage.removeItem(item);
  return '';
}

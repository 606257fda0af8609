import { atom } from 'nanostores';
import { browserLock } from '#browser/browser-lock.ts';
import { usableStorage } from '#browser/browser-storage.ts';
import { newKey } from '#browser/new-key.ts';
import { toAppError } from '#data/app-error.ts';
import { messageFor } from '#lib/errors.ts';
import {
  type ConversationState,
  isWhole,
  type OutgoingMessage,
  readBy,
  withNewest,
} from './conversation.ts';
import { messageDraft } from './message-draft.store.ts';
import type { MessageEntry, ThreadId } from './message-entries.store.ts';
import { createMessageOutbox, type MessageOutbox } from './message-outbox.store.ts';
import type { Thread } from './thread.ts';
import { PICTURES_LOST, threadPictures } from './thread-pictures.store.ts';

const NOT_SENT = 'It could not be sent.';

let shared: MessageOutbox | undefined;
function messageOutbox(): MessageOutbox {
  shared ??= createMessageOutbox({
    storage: usableStorage('localStorage'),
    lock: browserLock,
    newKey,
    toRefusal: toAppError,
  });
  return shared;
}

/** What a page knows of one conversation, and what this browser keeps for it. */
export function threadState(id: ThreadId & { token?: string | undefined }) {
  const outbox = messageOutbox();
  const draft = messageDraft(usableStorage('localStorage'), id);
  const $state = atom<ConversationState>({
    thread: null,
    failed: false,
    outgoing: [],
    sending: [],
    local: {},
    remote: {},
    readAtOpening: 0,
  });
  const change = (part: Partial<ConversationState>) => $state.set({ ...$state.get(), ...part });
  const pictures = threadPictures(id, () => $state.get(), change);

  /** What has arrived is not on its way any more, whatever became of the answer. */
  function notArrived(entries: MessageEntry[], thread: Thread | null): MessageEntry[] {
    const arrived = new Set(thread?.messages.filter(isWhole).map(({ key }) => key));
    for (const entry of entries) if (arrived.has(entry.key)) forget(entry);
    return entries.filter(({ key }) => !arrived.has(key));
  }

  function forget({ key, pictures: count }: MessageEntry): void {
    outbox.remove(key);
    if (count > 0) void pictures.sent.remove(key);
  }

  /** Shows this, and what is on its way now. */
  function show(thread = $state.get().thread): void {
    const now = $state.get();
    const entries = notArrived(outbox.of(id), thread);
    pictures.showLocal(entries);
    const taken = new Set(thread?.messages.map(({ key }) => key));
    const outgoing = entries.filter(({ key }) => !taken.has(key)).map(shown);
    const sending = entries.filter(({ key }) => taken.has(key)).map(shown);
    const same =
      JSON.stringify([outgoing, sending]) === JSON.stringify([now.outgoing, now.sending]);
    if (!same || thread !== now.thread) change({ thread, ...(!same && { outgoing, sending }) });
    if (thread) pictures.showRemote(thread);
  }

  /** What was typed a day ago and has not arrived is in the box again: it may not be what they would write now. */
  async function keepOld(thread: Thread): Promise<void> {
    const old = notArrived(outbox.takeOld(id), thread);
    if (old.length === 0) return;
    draft.prepend(
      old
        .map(({ body }) => body)
        .filter(Boolean)
        .join('\n\n'),
    );
    await pictures.backToBox(old.map(({ key }) => key));
  }

  let last = '';
  /** Shows an answer that has the newest messages; the same as before changes nothing. */
  async function take(answer: Thread): Promise<void> {
    const text = JSON.stringify(answer);
    if (text === last) return;
    last = text;
    const known = $state.get().thread;
    if (!known) {
      await keepOld(answer);
      change({ failed: false, readAtOpening: readBy(answer, answer.side) });
    }
    show(withNewest(known, answer));
  }

  return { $state, change, show, take, forget, outbox, draft, pictures };
}

function shown({ key, body, pictures, at, tries, refused }: MessageEntry): OutgoingMessage {
  const state = refused ? 'refused' : tries > 0 ? 'waiting' : 'sending';
  return { key, body, pictures, at, state, reason: refused && reasonOf(refused) };
}

const reasonOf = (code: string): string =>
  code === PICTURES_LOST
    ? 'The pictures are not in this browser any more.'
    : messageFor(code, NOT_SENT);

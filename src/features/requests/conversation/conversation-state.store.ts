import { atom } from 'nanostores';
import { browserLock } from '#browser/browser-lock.ts';
import { usableStorage } from '#browser/browser-storage.ts';
import { newKey } from '#browser/new-key.ts';
import { toAppError } from '#data/app-error.ts';
import { messageFor } from '#lib/errors.ts';
import type { Conversation } from './conversation.ts';
import { conversationPictures, PICTURES_LOST } from './conversation-pictures.store.ts';
import {
  type ConversationState,
  isWhole,
  type OutgoingMessage,
  readBy,
  withNewest,
} from './live-conversation.ts';
import { messageDraft } from './message-draft.store.ts';
import type { ConversationId, MessageEntry } from './message-entries.store.ts';
import { createMessageOutbox, type MessageOutbox } from './message-outbox.store.ts';

const NOT_SENT = 'It wasn’t sent.';

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

export type ConversationStore = ReturnType<typeof conversationState>;

/** What a page knows of one conversation, and what this browser keeps for it. */
export function conversationState(id: ConversationId & { token?: string | undefined }) {
  const outbox = messageOutbox();
  const draft = messageDraft(usableStorage('localStorage'), id);
  const $state = atom<ConversationState>({
    data: null,
    failed: false,
    outgoing: [],
    sending: [],
    local: {},
    remote: {},
    readAtOpening: 0,
  });
  const change = (part: Partial<ConversationState>) => $state.set({ ...$state.get(), ...part });
  const pictures = conversationPictures(id, () => $state.get(), change);

  /** What has arrived is not on its way any more, whatever became of the answer. */
  function notArrived(entries: MessageEntry[], data: Conversation | null): MessageEntry[] {
    const arrived = new Set(data?.messages.filter(isWhole).map(({ key }) => key));
    for (const entry of entries) if (arrived.has(entry.key)) forget(entry);
    return entries.filter(({ key }) => !arrived.has(key));
  }

  function forget({ key, pictures: count }: MessageEntry): void {
    outbox.remove(key);
    if (count > 0) void pictures.outgoing.remove(key);
  }

  /** Shows this, and what is on its way now. */
  function show(data = $state.get().data): void {
    const now = $state.get();
    const entries = notArrived(outbox.of(id), data);
    pictures.outgoing.show(entries);
    const taken = new Set(data?.messages.map(({ key }) => key));
    const outgoing = entries.filter(({ key }) => !taken.has(key)).map(shown);
    const sending = entries.filter(({ key }) => taken.has(key)).map(shown);
    const same =
      JSON.stringify([outgoing, sending]) === JSON.stringify([now.outgoing, now.sending]);
    if (!same || data !== now.data) change({ data, ...(!same && { outgoing, sending }) });
    if (data) pictures.arrived.show(data);
  }

  /** What was typed a day ago and has not arrived is in the box again: it may not be what they would write now. */
  async function keepOld(data: Conversation): Promise<void> {
    const old = notArrived(outbox.takeOld(id), data);
    if (old.length === 0) return;
    draft.prepend(
      old
        .map(({ body }) => body)
        .filter(Boolean)
        .join('\n\n'),
    );
    await pictures.box.takeBack(old.map(({ key }) => key));
  }

  let last = '';
  /** Shows an answer that has the newest messages; the same as before changes nothing. */
  async function take(answer: Conversation): Promise<void> {
    const text = JSON.stringify(answer);
    if (text === last) return;
    last = text;
    const known = $state.get().data;
    if (!known) {
      await keepOld(answer);
      change({ failed: false, readAtOpening: readBy(answer, answer.side) });
    }
    show(withNewest(known, answer));
  }

  return { $state, change, show, take, forget, outbox, draft, pictures };
}

function shown({ key, body, pictures, stage, at, tries, refused }: MessageEntry): OutgoingMessage {
  const state = refused ? 'refused' : tries > 0 ? 'waiting' : 'sending';
  return { key, body, pictures, stage, at, state, reason: refused && reasonOf(refused) };
}

const reasonOf = (code: string): string =>
  code === PICTURES_LOST
    ? 'The photos aren’t in this browser anymore.'
    : messageFor(code, NOT_SENT);

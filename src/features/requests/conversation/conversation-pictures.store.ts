import { usableStorage } from '#browser/browser-storage.ts';
import { DRAFT_PICTURES_KEY, SENT_PICTURES_KEY } from '#browser/sending-keys.ts';
import { AppError } from '#data/app-error.ts';
import { pictureAddresses, sendPicture } from '#features/pictures/message-pictures.api.ts';
import { pictureStore } from '#features/pictures/queue/picture-store.store.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Conversation, Message } from './conversation.ts';
import type { ConversationState } from './live-conversation.ts';
import { messageDraft } from './message-draft.store.ts';
import type { ConversationId, MessageEntry } from './message-entries.store.ts';

/** The code of a message whose pictures went before they were sent, with the database of the browser. */
export const PICTURES_LOST = 'pictures_lost';

const sent = pictureStore(SENT_PICTURES_KEY);
const inBox = pictureStore(DRAFT_PICTURES_KEY);

type Get = () => ConversationState;
type Change = (part: Partial<ConversationState>) => void;

/** The pictures of one conversation: those this browser sends, those that have arrived, those in the message box. */
export function conversationPictures(
  id: ConversationId & { token?: string | undefined },
  get: Get,
  change: Change,
) {
  return {
    outgoing: outgoingPictures(id.token, get, change),
    arrived: arrivedPictures(id.token, get, change),
    box: boxPictures(id),
  };
}

/** Those that this browser has and sends. */
function outgoingPictures(token: string | undefined, get: Get, change: Change) {
  /** Messages whose pictures are being looked up in this browser. */
  const lookedUp = new Set<string>();
  /** What is still to go of a message that was taken, by its key. */
  const left = new Map<string, { path: string; n: number }[]>();

  function showFiles(key: string, files: readonly Blob[]): void {
    lookedUp.add(key);
    if (files.length === 0) return;
    change({ local: { ...get().local, [key]: files.map((file) => URL.createObjectURL(file)) } });
  }

  return {
    /** Shows what this browser has of these. */
    show(entries: readonly MessageEntry[]): void {
      for (const { key, pictures } of entries) {
        if (pictures === 0 || lookedUp.has(key)) continue;
        lookedUp.add(key);
        void sent.read(key).then((files) => showFiles(key, files));
      }
    },

    /** Keeps the pictures of a message that is about to be sent, and shows them. */
    async add(key: string, files: readonly Blob[]): Promise<void> {
      if (files.length === 0) return;
      showFiles(key, files);
      await sent.keep(key, files);
    },

    /** Keeps those of a message no longer. */
    remove: sent.remove,

    /** The server has the message. */
    taken(key: string, { pictures }: Message): void {
      left.set(
        key,
        pictures.flatMap(({ path, arrived }, n) => (arrived ? [] : [{ path, n }])),
      );
    },

    /** Whether it is known what is still to go of a message. */
    knows: (key: string) => left.has(key),
    hasMore: (key: string) => (left.get(key)?.length ?? 0) > 0,

    /** Sends the next one of a message and gives its path. Throws an AppError. */
    async sendNext(key: string, files: readonly Blob[]): Promise<string | null> {
      const [next, ...others] = left.get(key) ?? [];
      if (!next) return null;
      await sendPicture(next.path, files[next.n] as Blob, token);
      left.set(key, others);
      return next.path;
    },

    /** The files of a message on its way. Throws an AppError where they are gone. */
    async filesOf({ key, pictures }: MessageEntry): Promise<Blob[]> {
      const files = pictures > 0 ? await sent.read(key) : [];
      if (files.length >= pictures) return files;
      throw new AppError({ code: PICTURES_LOST, message: 'Photos are gone', status: 400 });
    },
  };
}

/** Those that have arrived, by their addresses. */
function arrivedPictures(token: string | undefined, get: Get, change: Change) {
  /** Paths that are being asked for. */
  const asked = new Set<string>();

  /** Asks for addresses of these, all of them in one call; what comes of none is shown as such. */
  async function ask(paths: readonly string[]): Promise<void> {
    for (const path of paths) asked.add(path);
    const found = await pictureAddresses(paths, token);
    for (const path of paths) asked.delete(path);
    change({ remote: { ...get().remote, ...found } });
  }

  return {
    /** Shows those that have arrived and are not shown yet. */
    show({ messages }: Conversation): void {
      const { local, remote } = get();
      const paths = messages
        .filter(({ key, pictures }) => pictures.length > 0 && !(key && local[key]))
        .flatMap(({ pictures }) => pictures.filter(({ arrived }) => arrived))
        .map(({ path }) => path)
        .filter((path) => !(path in remote) && !asked.has(path));
      if (paths.length > 0) void ask(paths);
    },

    /** Asks once more for what could not be shown. */
    again: (paths: readonly string[]) => void ask(paths.filter((path) => !asked.has(path))),
  };
}

/** Those in the message box, not sent yet. */
function boxPictures({ lead, artist }: ConversationId) {
  const box = `${lead}.${artist}`;
  const load = () => inBox.read(box);

  async function save(files: readonly Blob[]): Promise<void> {
    messageDraft(usableStorage('localStorage'), { lead, artist }).savePictures(files.length);
    await inBox.keep(box, files);
  }

  return {
    load,
    save,

    /** Puts the pictures of messages that were not sent into the box, as far as there is room. */
    async takeBack(keys: readonly string[]): Promise<void> {
      const files = (await Promise.all(keys.map(sent.read))).flat();
      for (const key of keys) await sent.remove(key);
      if (files.length === 0) return;
      await save([...files, ...(await load())].slice(0, LIMITS.messagePictures));
    },
  };
}

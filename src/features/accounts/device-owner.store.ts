import type { ReadableAtom } from 'nanostores';
import { usableStorage } from '#browser/browser-storage.ts';
import { erasePersonal, lastSignOut, markSignOut } from '#browser/personal.ts';
import {
  MESSAGE_PREFIX,
  OUTBOX_PREFIX,
  SENDING_FLAG,
  SENT_PICTURES_KEY,
} from '#browser/sending-keys.ts';
import { storedUserId } from '#data/browser-client.ts';
import {
  isUploadEntry,
  UPLOADED_PICTURES_KEY,
} from '#features/pictures/queue/upload-entries.store.ts';
import {
  dropWallDrafts,
  isWallItem,
  WALL_FLAG,
  WALL_PICTURES_KEY,
} from '#features/pictures/queue/wall-sets.store.ts';
import type { SessionState } from './session-store.store.ts';

/** Which account's things are here, for the next page, where a page was left before it could erase them. */
export const OWNER_KEY = 'mural-owner';

const isSession = (key: string) => key.startsWith('mural-auth') || key === 'mural-role';
const isRequest = (key: string) => key === SENDING_FLAG || key.startsWith(OUTBOX_PREFIX);
const isMessage = (key: string) => key.startsWith(MESSAGE_PREFIX) || key === SENT_PICTURES_KEY;
const isUpload = (key: string) => isUploadEntry(key) || key === UPLOADED_PICTURES_KEY;
const isPhoto = (key: string) => isWallItem(key) || key === WALL_PICTURES_KEY;

/**
 * Whose things this browser keeps: those of the account that is signed in. They go when another account takes its
 * place, and when the server has ended its session, as after 'Log Out Everywhere' in another browser. Nobody can be
 * asked then, so what is on its way is spared: the next page sends requests, which erases their text; messages go when
 * their conversation is opened again, pictures when their artist sees the portfolio again.
 */
export function deviceOwner($session: ReadableAtom<SessionState>) {
  const storage = usableStorage('localStorage');
  let id = storedUserId() ?? storage.getItem(OWNER_KEY);
  let left = lastSignOut();

  const erase = (spare: (key: string) => boolean) => {
    markSignOut();
    left = lastSignOut();
    // No one is signed in to hear of it.
    void erasePersonal(spare);
  };
  $session.listen((session) => {
    if (session.status !== 'in') return;
    if (id !== null && id !== session.account.id) erase(isSession);
    id = session.account.id;
    left = lastSignOut();
    if (storage.getItem(OWNER_KEY) !== id) storage.setItem(OWNER_KEY, id);
  });
  return {
    /** The session is over, and not by a sign-out in this page, which had one when it was opened (`hadSession`). */
    sessionEnded(hadSession = false): void {
      const wasIn = hadSession || id !== null;
      id = null;
      // Where another tab has signed out, that one erases.
      if (!wasIn || left !== lastSignOut()) return;
      const waits = storage.getItem(SENDING_FLAG) !== null;
      dropWallDrafts(storage);
      const photosWait = waits || storage.getItem(WALL_FLAG) !== null;
      erase(
        (key) =>
          isMessage(key) ||
          isUpload(key) ||
          (waits && isRequest(key)) ||
          (photosWait && isPhoto(key)),
      );
    },
  };
}

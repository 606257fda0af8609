import { MESSAGE_PREFIX } from '#browser/sending-keys.ts';
import type { DiaryOutbox } from '#features/diary/diary-props.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { conversationState } from './conversation-state.store.ts';
import { messageSender } from './message-sender.store.ts';

/** The entries of a diary on their way: messages like all others, which the conversation beside it shows too. */
export function diaryOutbox(job: AssignmentKey): DiaryOutbox {
  const store = conversationState(job);
  const { send, retry, discard, follow } = messageSender(job, store, tellPage);
  return {
    get: store.$state.get,
    listen: (changed) => store.$state.listen(changed),
    follow: () => {
      store.show();
      return follow();
    },
    send: async (photos, stage) => {
      await send('', photos, stage);
      tellPage();
    },
    retry,
    discard,
  };
}

/** Browsers tell only other tabs of what changes in their storage. */
const tellPage = () => dispatchEvent(new StorageEvent('storage', { key: MESSAGE_PREFIX }));

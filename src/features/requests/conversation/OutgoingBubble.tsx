import { STAGE_LABELS } from '#features/diary/diary.ts';
import { Pictures } from '#features/pictures/Pictures.tsx';
import { cx } from '#ui/cx.ts';
import { SendingLine } from '#ui/SendingLine.tsx';
import type { LiveConversation } from './live-conversation.store.ts';
import { type OutgoingMessage, pictureName } from './live-conversation.ts';
import { BUBBLE_CLASS, STAGE_CLASS } from './MessageRow.tsx';

interface Props {
  message: OutgoingMessage;
  /** Addresses of its pictures in this browser. */
  local: readonly string[];
  conversation: LiveConversation;
}

/** What the reader has written and nobody has taken yet. */
export function OutgoingBubble({ message, local, conversation }: Props) {
  const { body, pictures, stage, state } = message;
  const own = Array.from({ length: pictures }, (_, n) => ({
    name: pictureName(n + 1, pictures, null),
    src: local[n],
  }));
  return (
    <li className={cx('flex flex-col items-end', pictures > 0 && 'gap-1 py-1')}>
      {stage && <p className={STAGE_CLASS}>{STAGE_LABELS[stage]}</p>}
      {pictures > 0 && <Pictures pictures={own} onAgain={() => {}} />}
      {body && (
        <p
          className={cx(
            BUBBLE_CLASS,
            'border border-dashed',
            state === 'refused' ? 'border-danger' : 'border-river',
          )}
        >
          <span className="sr-only">You: </span>
          <span>{body}</span>
        </p>
      )}
      <SendingLine
        message={message}
        refused="Not sent."
        waiting="Not sent yet. It’ll go out when you’re back online."
        outbox={conversation}
      />
    </li>
  );
}

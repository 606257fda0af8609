import type { Conversation, OutgoingMessage } from '#domain/conversation.ts';
import { cx } from '../cx.ts';
import { BUBBLE_CLASS } from './Row.tsx';

interface Props {
  message: OutgoingMessage;
  conversation: Conversation;
}

/** What the reader has written and nobody has taken yet. */
export function OutgoingBubble({ message, conversation }: Props) {
  const { key, body, state, reason } = message;
  return (
    <li className="flex flex-col items-end">
      <p
        className={cx(
          BUBBLE_CLASS,
          'border border-dashed',
          state === 'refused' ? 'border-danger' : 'border-river',
        )}
      >
        <span className="sr-only">You: </span>
        {body}
      </p>
      <p className="flex min-h-6 flex-wrap items-center justify-end gap-x-3 px-1 text-end text-ink-2 text-sm">
        {state === 'sending' && 'Sending…'}
        {state === 'waiting' && 'Not sent yet. It goes as soon as there is a connection.'}
        {state === 'refused' && (
          <>
            <span className="font-medium text-danger">Not sent. {reason}</span>
            <LinkButton onClick={() => conversation.retry(key)}>Try again</LinkButton>
            <LinkButton onClick={() => conversation.discard(key)}>Remove</LinkButton>
          </>
        )}
      </p>
    </li>
  );
}

function LinkButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="min-h-6 cursor-pointer text-ink underline underline-offset-2"
      onClick={onClick}
    >
      {children}
    </button>
  );
}

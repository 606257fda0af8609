import type { LiveConversation, OutgoingMessage } from './live-conversation.ts';

interface Props {
  message: OutgoingMessage;
  /** What is said of one that is refused, before the reason. */
  refused: string;
  /** What is said of one that waits. */
  waiting: string;
  conversation: LiveConversation;
}

/** How far what the reader has sent is, and what they can do about it. */
export function SendingLine({ message, refused, waiting, conversation }: Props) {
  const { key, state, reason } = message;
  return (
    <p className="flex min-h-6 flex-wrap items-center justify-end gap-x-3 px-1 text-end text-ink-2 text-sm">
      <span>{state === 'sending' && 'Sending…'}</span>
      <span>{state === 'waiting' && waiting}</span>
      {state === 'refused' && (
        <>
          <span className="font-medium text-danger">{`${refused} ${reason ?? ''}`}</span>
          <LinkButton onClick={() => conversation.retry(key)}>Try Again</LinkButton>
          <LinkButton onClick={() => conversation.discard(key)}>Remove</LinkButton>
        </>
      )}
    </p>
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

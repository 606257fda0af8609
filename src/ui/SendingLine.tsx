interface Props {
  /** `waiting`: it could not be sent so far and goes again by itself. `refused`: it does not. */
  message: { key: string; state: 'sending' | 'waiting' | 'refused'; reason: string | null };
  /** What is said of one that is refused, before the reason. */
  refused: string;
  /** What is said of one that waits. */
  waiting: string;
  /** What sends it again, or gives it up. */
  outbox: { retry: (key: string) => void; discard: (key: string) => void };
}

/** How far what the reader has sent is, and what they can do about it. */
export function SendingLine({ message, refused, waiting, outbox }: Props) {
  const { key, state, reason } = message;
  return (
    <p className="flex min-h-6 flex-wrap items-center justify-end gap-x-3 px-1 text-end text-ink-2 text-sm">
      <span>{state === 'sending' && 'Sending…'}</span>
      <span>{state === 'waiting' && waiting}</span>
      {state === 'refused' && (
        <>
          <span className="font-medium text-danger">{`${refused} ${reason ?? ''}`}</span>
          <LinkButton onClick={() => outbox.retry(key)}>Try Again</LinkButton>
          <LinkButton onClick={() => outbox.discard(key)}>Remove</LinkButton>
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

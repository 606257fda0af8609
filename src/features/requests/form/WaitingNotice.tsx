import { Button } from '#ui/Button.tsx';

interface WaitingNoticeProps {
  /** Why the last attempt failed, when there is more to say than that the network is gone. */
  reason: string | null;
  /** The form holds newer text than the one that waits. */
  changed: boolean;
  busy: boolean;
  onRetry: () => void;
  onGiveUp: () => void;
}

/** Shown while a request waits for the network: it is safe, and it will go out. */
export function WaitingNotice({ reason, changed, busy, onRetry, onGiveUp }: WaitingNoticeProps) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-4 rounded-card border-2 border-accent bg-paper-2 p-5"
    >
      <div className="max-w-prose">
        <p className="font-semibold">We haven’t confirmed your request yet.</p>
        <p className="text-ink-2">
          <span>{reason ?? 'We couldn’t reach the server.'}</span>{' '}
          <span>
            {changed
              ? 'You’ve changed the text since. Submit it again to send the new version.'
              : 'Saved on this device. We’ll keep trying.'}
          </span>
        </p>
      </div>
      <div className="flex gap-3">
        {!changed && (
          <Button variant="secondary" busy={busy} onClick={onRetry}>
            Retry
          </Button>
        )}
        <Button variant="ghost" onClick={onGiveUp}>
          Stop Trying
        </Button>
      </div>
    </div>
  );
}

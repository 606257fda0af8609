import { Button } from '#ui/Button.tsx';
import { cx } from '#ui/cx.ts';
import type { StepProps } from './steps/step-props.ts';
import { LAST_STEP } from './steps/steps.ts';
import { useIsUnkept } from './use-unkept.ts';
import { WaitingNotice } from './WaitingNotice.tsx';

/** What became of the request so far, and the button that sends it, which a phone has with the last step only. */
export function SendRow({ quote }: Pick<StepProps, 'quote'>) {
  const { waiting, busy, steps } = quote;
  const isUnkept = useIsUnkept();
  return (
    <>
      <p role="status" className="text-ink-2 empty:hidden">
        {isUnkept && 'This browser can’t save what you type. Keep this page open.'}
      </p>
      {waiting && (
        <WaitingNotice
          reason={waiting.reason}
          changed={quote.changed}
          busy={busy}
          onRetry={quote.retry}
          onGiveUp={quote.giveUp}
        />
      )}
      <div
        className={cx(
          'flex flex-wrap items-center gap-4',
          steps.step < LAST_STEP && 'quote-step-away',
        )}
      >
        <Button variant="secondary" size="lg" className="px-4 md:hidden" onClick={steps.back}>
          Back
        </Button>
        <Button type="submit" size="lg" busy={busy} className="max-md:flex-1">
          {busy ? 'Submitting…' : 'Submit Quote Request'}
        </Button>
        <p className="text-ink-2 text-sm max-md:w-full">
          Free, and only the artists you choose see your details.
        </p>
      </div>
    </>
  );
}

import { FieldError } from '#ui/forms/Field.tsx';
import { RadioCard } from '#ui/forms/RadioCard.tsx';
import { REPORT_REASON_LABELS, REPORT_REASONS } from './picture-report.ts';

interface Props {
  chosen: string;
  error: string | undefined;
  onChoose: (reason: string) => void;
}

/** Why the picture should not be public. */
export function ReportReasonChoice({ chosen, error, onChoose }: Props) {
  return (
    <fieldset aria-describedby={error ? 'reason-error' : undefined}>
      <legend className="mb-2 font-semibold">What is wrong?</legend>
      <div className="flex flex-col gap-2">
        {REPORT_REASONS.map((reason) => (
          <RadioCard
            key={reason}
            name="reason"
            value={reason}
            checked={chosen === reason}
            onChange={() => onChoose(reason)}
            className="min-h-11 border-ink-2/50"
          >
            <span>{REPORT_REASON_LABELS[reason]}</span>
          </RadioCard>
        ))}
      </div>
      {error && (
        <div className="mt-1.5">
          <FieldError id="reason-error">{error}</FieldError>
        </div>
      )}
    </fieldset>
  );
}

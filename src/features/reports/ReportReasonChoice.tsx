import { Input } from '#ui/forms/controls.tsx';
import { FieldError } from '#ui/forms/Field.tsx';
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
          <label
            key={reason}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control border border-ink-2/50 px-3 py-2 hover:border-ink has-checked:border-brand has-checked:bg-brand/8"
          >
            <Input
              type="radio"
              name="reason"
              value={reason}
              checked={chosen === reason}
              onChange={() => onChoose(reason)}
              className="size-4 accent-brand"
            />
            <span>{REPORT_REASON_LABELS[reason]}</span>
          </label>
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

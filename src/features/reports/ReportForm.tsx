import { useState } from 'react';
import { newKey } from '#browser/new-key.ts';
import { toAppError } from '#data/app-error.ts';
import { serverViolation } from '#data/server-violation.ts';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { Input } from '#ui/forms/controls.tsx';
import { FieldError } from '#ui/forms/Field.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useUnsavedWarning } from '#ui/forms/use-unsaved-warning.ts';
import type { PagePicture } from './page-pictures.store.ts';
import {
  pictureReportSchema,
  REPORT_FIELDS,
  REPORT_REASON_LABELS,
  REPORT_REASONS,
  type ReportField,
} from './picture-report.ts';
import { reportPicture } from './picture-reports.api.ts';

const FAILED = 'That could not be reported. Please try again.';
const EMPTY: Record<ReportField, string> = { reason: '', words: '', email: '' };

interface Props {
  page: string;
  picture: PagePicture;
  /** Goes back to the choice, where there is one. */
  onAnother: (() => void) | undefined;
  onSent: () => void;
  onGone: () => void;
}

/** What is wrong with one picture. Pressing again after a lost answer repeats the same call. */
export function ReportForm({ page, picture, onAnother, onSent, onGone }: Props) {
  const [draft, setDraft] = useState(EMPTY);
  const [key, setKey] = useState(newKey);
  useUnsavedWarning(draft.words !== '');
  const { props, errors, busy, clear } = useSchemaForm({
    schema: pictureReportSchema,
    fields: REPORT_FIELDS,
    values: draft,
    send: async (report) => {
      await reportPicture(key, { page, picture: picture.url }, report);
      onSent();
    },
    explain: (error) => {
      console.error(error);
      if (toAppError(error).code === 'picture_gone') onGone();
      return serverViolation(error, REPORT_FIELDS, FAILED);
    },
  });
  const set = (field: ReportField, value: string) => {
    // Other words are another report: they must not be taken for a repetition of the first.
    setKey(newKey());
    setDraft((now) => ({ ...now, [field]: value }));
    if (errors[field]) clear(field);
  };
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] lg:gap-12">
      <figure>
        <img
          src={picture.src}
          srcSet={picture.srcSet}
          sizes="(min-width: 1024px) 32rem, 92vw"
          alt={picture.alt}
          className="max-h-[60dvh] w-full rounded-card bg-line object-contain"
        />
        <figcaption className="mt-2 flex flex-wrap justify-between gap-x-4 gap-y-1 text-ink-2 text-sm wrap-anywhere">
          <span>{picture.alt}</span>
          {onAnother && (
            <button
              type="button"
              className="cursor-pointer underline underline-offset-4"
              onClick={onAnother}
            >
              Another picture
            </button>
          )}
        </figcaption>
      </figure>
      <form {...props} className="flex flex-col gap-6">
        <fieldset aria-describedby={errors.reason ? 'reason-error' : undefined}>
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
                  checked={draft.reason === reason}
                  onChange={() => set('reason', reason)}
                  className="size-4 accent-brand"
                />
                <span>{REPORT_REASON_LABELS[reason]}</span>
              </label>
            ))}
          </div>
          {errors.reason && (
            <div className="mt-1.5">
              <FieldError id="reason-error">{errors.reason}</FieldError>
            </div>
          )}
        </fieldset>
        <FormField
          label="In your words"
          name="words"
          required={draft.reason === 'other'}
          limit={LIMITS.reportWords}
          rows={4}
          error={errors.words}
          value={draft.words}
          onText={(text) => set('words', text)}
        />
        <FormField
          label="Email"
          hint="For an answer. We forget it with that, and the artist never sees it."
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          error={errors.email}
          value={draft.email}
          onText={(text) => set('email', text)}
        />
        <Button type="submit" size="lg" busy={busy} className="self-start">
          Report Picture
        </Button>
      </form>
    </div>
  );
}

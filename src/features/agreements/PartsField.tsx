import { amountOf } from '#lib/amount.ts';
import { dollars } from '#lib/format.ts';
import { LIMITS } from '#lib/limits.ts';
import { wordFor } from '#lib/options.ts';
import { Button, SmallButton } from '#ui/Button.tsx';
import { FieldError } from '#ui/forms/Field.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { type AgreementDraft, presetOf, typedParts } from './agreement.ts';
import { DUE, type Due, PRESET_KEYS, PRESETS, type Preset } from './payment-parts.ts';

type Part = AgreementDraft['parts'][number];

const DUE_OPTIONS = Object.entries(DUE).map(([value, label]) => ({
  value,
  label: `${label[0]?.toUpperCase()}${label.slice(1)}`,
}));
export const PRESET_OPTIONS = PRESET_KEYS.map((value) => ({ value, label: PRESETS[value].label }));

interface Props {
  price: string;
  parts: readonly Part[];
  error: string | undefined;
  onParts: (parts: Part[]) => void;
}

/** The parts of the price: a usual split by one choice, or each by itself. */
export function PartsField({ price, parts, error, onParts }: Props) {
  const sum = parts.reduce((so, { amount }) => so + (amountOf(amount) || 0), 0);
  const total = amountOf(price) || sum;
  const preset = presetOf(parts);
  const change = (at: number, part: Partial<Part>) =>
    onParts(parts.map((one, i) => (i === at ? { ...one, ...part } : one)));
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="sr-only">Parts</legend>
      <FormField
        label="Paid in parts"
        required
        options={preset ? PRESET_OPTIONS : [{ value: '', label: 'As below' }, ...PRESET_OPTIONS]}
        value={preset ?? ''}
        onText={(chosen) => chosen && onParts(typedParts(total, chosen as Preset))}
      />
      <p role="status" className="font-medium text-sm">
        {amountOf(price) > 0 && sumLine(sum, total)}
      </p>
      {error && <FieldError id="parts-error">{error}</FieldError>}
      <details className="peer">
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">Change the parts</summary>
        <div className="flex flex-col gap-3">
          {parts.map((part, at) => (
            <fieldset
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the list
              key={at}
              className="grid gap-3 rounded-card bg-paper-2 p-4 sm:grid-cols-[1fr_8rem_1fr_auto] sm:items-end"
            >
              <legend className="sr-only">{`Part ${at + 1}`}</legend>
              <FormField
                label="Name"
                required
                value={part.label}
                onText={(label) => change(at, { label })}
              />
              <FormField
                label="Amount ($)"
                name={at === 0 ? 'parts' : undefined}
                required
                inputMode="numeric"
                value={part.amount}
                onText={(amount) => change(at, { amount })}
              />
              <FormField
                label="Due"
                required
                options={DUE_OPTIONS}
                value={part.due}
                onText={(due) => change(at, { due: due as Due })}
              />
              {parts.length > 1 && (
                <Button
                  variant="ghost"
                  size="sm"
                  className="min-h-11 self-end"
                  aria-label={`Remove part ${at + 1}`}
                  onClick={() => onParts(parts.filter((_, i) => i !== at))}
                >
                  Remove
                </Button>
              )}
            </fieldset>
          ))}
          {parts.length < LIMITS.paymentParts && (
            <SmallButton
              className="self-start"
              onClick={() => onParts([...parts, { label: '', amount: '', due: 'done' }])}
            >
              Add a Part
            </SmallButton>
          )}
        </div>
      </details>
      <ul className="text-sm wrap-anywhere peer-open:hidden">
        {parts.map(({ label, amount, due }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the list
          <li key={at}>{`${wordFor(label)}: $${amount}, ${DUE[due]}`}</li>
        ))}
      </ul>
    </fieldset>
  );
}

/** 'Parts: $2,900 of $3,000, $100 left'. */
function sumLine(sum: number, total: number): string {
  const line = `Parts: ${dollars(sum)} of ${dollars(total)}`;
  if (sum === total) return line;
  return sum < total
    ? `${line}, ${dollars(total - sum)} left`
    : `${line}, ${dollars(sum - total)} too much`;
}

import { amountOf } from '#lib/amount.ts';
import { dollars } from '#lib/format.ts';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { FieldError } from '#ui/forms/Field.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { type AgreementDraft, typedParts } from './agreement.ts';
import { DUE, type Due, PRESET_KEYS, PRESETS } from './payment-parts.ts';

type Part = AgreementDraft['parts'][number];

const DUE_OPTIONS = Object.entries(DUE).map(([value, label]) => ({
  value,
  label: `${label[0]?.toUpperCase()}${label.slice(1)}`,
}));

interface Props {
  price: string;
  parts: readonly Part[];
  error: string | undefined;
  onParts: (parts: Part[]) => void;
}

/** The parts of the price: a usual split by one press, or each by itself. */
export function PartsField({ price, parts, error, onParts }: Props) {
  const total = amountOf(price);
  const sum = parts.reduce((so, { amount }) => so + (amountOf(amount) || 0), 0);
  const change = (at: number, part: Partial<Part>) =>
    onParts(parts.map((one, i) => (i === at ? { ...one, ...part } : one)));
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-semibold">Parts</legend>
      <div className="flex flex-wrap gap-2">
        {PRESET_KEYS.map((preset) => (
          <Button
            key={preset}
            variant="secondary"
            size="sm"
            disabled={!(total > 0)}
            onClick={() => onParts(typedParts(total, preset))}
          >
            {PRESETS[preset].label}
          </Button>
        ))}
      </div>
      {parts.map((part, at) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the list
          key={at}
          className="grid gap-3 rounded-card bg-paper-2 p-4 sm:grid-cols-[1fr_8rem_1fr_auto] sm:items-end"
        >
          <legend className="sr-only">{`Part ${at + 1}`}</legend>
          <FormField
            label="Name"
            name={at === 0 ? 'parts' : undefined}
            required
            value={part.label}
            onText={(label) => change(at, { label })}
          />
          <FormField
            label="Amount ($)"
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
      {total > 0 && sum !== total && !error && (
        <p role="status">{`The parts add up to ${dollars(sum)} of ${dollars(total)}.`}</p>
      )}
      {error && <FieldError id="parts-error">{error}</FieldError>}
      {parts.length < LIMITS.paymentParts && (
        <Button
          variant="secondary"
          size="sm"
          className="self-start"
          onClick={() => onParts([...parts, { label: '', amount: '', due: 'done' }])}
        >
          Add a Part
        </Button>
      )}
    </fieldset>
  );
}

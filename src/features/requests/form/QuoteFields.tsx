import { Input } from '#ui/forms/controls.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { QUOTE_FIELDS, type QuoteDraft, type QuoteField } from '../quote-fields.ts';
import { FIELD_VIEWS } from './fields.ts';

interface QuoteFieldsProps {
  draft: QuoteDraft;
  errors: Partial<Record<QuoteField, string>>;
  onChange: (field: QuoteField, value: string) => void;
}

/** The nine fields of the quote form. */
export function QuoteFields({ draft, errors, onChange }: QuoteFieldsProps) {
  return (
    <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
      {QUOTE_FIELDS.map((field) => (
        <FormField
          key={field}
          {...FIELD_VIEWS[field]}
          name={field}
          error={errors[field]}
          value={draft[field]}
          onText={(value) => onChange(field, value)}
        />
      ))}
    </div>
  );
}

/** A field that people neither see nor reach; programs fill it in, and their request is held for a look. */
export function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        <span>Website</span>
        <Input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

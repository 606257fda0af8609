import { QUOTE_FIELDS, type QuoteDraft, type QuoteField } from '#domain/quote-fields.ts';
import { Field } from '#ui/Field.tsx';
import { Select, TextArea, TextInput } from '#ui/inputs.tsx';
import { FIELD_VIEWS } from './fields.ts';

interface QuoteFieldsProps {
  draft: QuoteDraft;
  errors: Partial<Record<QuoteField, string>>;
  onChange: (field: QuoteField, value: string) => void;
  /** Suggestions for the city. */
  cities: readonly string[];
}

/** The nine fields of the quote form. */
export function QuoteFields({ draft, errors, onChange, cities }: QuoteFieldsProps) {
  return (
    <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
      {QUOTE_FIELDS.map((field) => {
        const view = FIELD_VIEWS[field];
        return (
          <Field
            key={field}
            label={view.label}
            required={view.required}
            hint={view.hint}
            error={errors[field]}
            className={view.wide ? 'md:col-span-2' : ''}
          >
            <Control
              field={field}
              value={draft[field]}
              onChange={(value) => onChange(field, value)}
            />
          </Field>
        );
      })}
      <datalist id="quote-cities">
        {cities.map((city) => (
          <option key={city} value={city} />
        ))}
      </datalist>
    </div>
  );
}

interface ControlProps {
  field: QuoteField;
  value: string;
  onChange: (value: string) => void;
}

function Control({ field, value, onChange }: ControlProps) {
  const { options, limit, type = 'text', placeholder, autoComplete } = FIELD_VIEWS[field];
  const shared = {
    name: field,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  if (options) return <Select {...shared} options={options} placeholder="Choose…" />;
  if (limit) return <TextArea {...shared} limit={limit} rows={6} />;
  return (
    <TextInput
      {...shared}
      type={type}
      inputMode={type}
      placeholder={placeholder}
      autoComplete={autoComplete}
      list={field === 'city' ? 'quote-cities' : undefined}
    />
  );
}

/** A field that people neither see nor reach; programs fill it in, and their request is held for a look. */
export function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        Website
        <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

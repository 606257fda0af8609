import { listItems } from '#features/artists/artist.ts';
import { LIMITS } from '#lib/limits.ts';
import { charLength } from '#lib/text.ts';
import { cx } from '#ui/cx.ts';
import { Field } from '#ui/forms/Field.tsx';
import { TextInput } from '#ui/forms/inputs.tsx';

interface Props {
  label: string;
  name: string;
  value: string;
  error: string | undefined;
  placeholder?: string | undefined;
  onText: (text: string) => void;
}

/** A comma-separated list, with its items below as they will be kept (section 5). */
export function ListField({ label, name, value, error, placeholder, onText }: Props) {
  const items = listItems(value);
  const over = items.length - LIMITS.listItems;
  return (
    <Field
      label={label}
      error={error}
      className="sm:col-span-2"
      hint={
        <>
          <span>{`Separate with commas, at most ${LIMITS.listItems} items of ${LIMITS.listItemLength} characters.`}</span>
          {over > 0 && (
            <strong className="text-danger">{` The last ${over === 1 ? 'one' : over} will be ignored.`}</strong>
          )}
        </>
      }
    >
      <TextInput
        name={name}
        value={value}
        placeholder={placeholder}
        onChange={(event) => onText(event.target.value)}
      />
      {items.length > 0 && (
        // Without the label in its name, which is the input's alone.
        <ul aria-label="As they will appear" className="flex flex-wrap gap-1.5">
          {items.map((item, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same item may be typed twice, and chips keep no state.
            <Chip key={`${i}-${item}`} item={item} ignored={i >= LIMITS.listItems} />
          ))}
        </ul>
      )}
    </Field>
  );
}

function Chip({ item, ignored }: { item: string; ignored: boolean }) {
  const tooLong = charLength(item) > LIMITS.listItemLength;
  return (
    <li
      className={cx(
        'max-w-full truncate rounded-full px-2.5 py-0.5 font-medium text-sm',
        tooLong ? 'border border-danger text-danger' : 'bg-river/13 text-river',
        ignored && 'line-through opacity-60',
      )}
    >
      {item}
    </li>
  );
}

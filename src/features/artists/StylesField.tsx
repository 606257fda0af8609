import { useId, useState } from 'react';
import { LIMITS } from '#lib/limits.ts';
import { optionLabel, STYLES } from '#lib/options.ts';
import { Button } from '#ui/Button.tsx';
import { cx } from '#ui/cx.ts';
import { FieldError } from '#ui/forms/Field.tsx';
import { TextInput } from '#ui/forms/inputs.tsx';

interface Props {
  chosen: readonly string[];
  /** Suggested before the styles that everybody knows. */
  suggested: readonly string[];
  error: string | undefined;
  onChosen: (styles: string[]) => void;
}

const KNOWN = STYLES.filter((style) => style !== 'other').map(optionLabel);
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Styles as chips to press, and any other in words. */
export function StylesField({ chosen, suggested, error, onChosen }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  // In an order that a press does not change.
  const offered = [...suggested, ...KNOWN, ...chosen].filter(
    (style, i, all) => all.findIndex((other) => same(other, style)) === i,
  );
  const press = (style: string) =>
    onChosen(
      chosen.some((one) => same(one, style))
        ? chosen.filter((one) => !same(one, style))
        : [...chosen, style],
    );
  const add = () => {
    const names = text
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean);
    const fresh = names.filter((name) => !chosen.some((one) => same(one, name)));
    onChosen([...chosen, ...fresh].slice(0, LIMITS.listItems));
    setText('');
  };
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 font-semibold">Styles</legend>
      <div className="flex flex-wrap gap-2">
        {offered.map((style) => {
          const on = chosen.some((one) => same(one, style));
          return (
            <button
              key={style}
              type="button"
              aria-pressed={on}
              onClick={() => press(style)}
              className={cx(
                'min-h-11 max-w-full cursor-pointer truncate rounded-full border px-4 py-1.5 font-medium',
                on
                  ? 'border-brand bg-brand text-brand-ink'
                  : 'border-edge bg-paper hover:border-ink',
              )}
            >
              {style}
            </button>
          );
        })}
      </div>
      <div className="flex max-w-md flex-wrap items-end gap-2">
        <label htmlFor={id} className="sr-only">
          Another style
        </label>
        <TextInput
          id={id}
          name="styles"
          value={text}
          placeholder="Another style"
          className="min-w-0 flex-1"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
          // What was typed and not added is meant all the same.
          onBlur={() => text.trim() && add()}
        />
        <Button variant="secondary" disabled={!text.trim()} onClick={add}>
          Add Style
        </Button>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}

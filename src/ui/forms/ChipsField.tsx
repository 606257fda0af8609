import { useId, useState } from 'react';
import { LIMITS } from '#lib/limits.ts';
import { wordFor } from '#lib/options.ts';
import { Button } from '../Button.tsx';
import { cx } from '../cx.ts';
import { Chip } from './Chip.tsx';
import { FieldError } from './Field.tsx';
import { TextInput } from './inputs.tsx';

/** What a list holds, and what is offered for it. */
export interface Chips {
  /** 'Another style' and 'Add Style': what the field for one in words and its button say. */
  another: string;
  add: string;
  suggested: readonly string[];
}

interface Props extends Chips {
  label: string;
  name: string;
  className?: string | undefined;
  chosen: readonly string[];
  error: string | undefined;
  onChosen: (items: string[]) => void;
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const itemsOf = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/** A list as chips to press, and any other item in words. */
export function ChipsField(props: Props) {
  const { label, name, another, suggested, className, chosen, error, onChosen } = props;
  const id = useId();
  const [text, setText] = useState('');
  const has = (one: string) => chosen.some((other) => same(other, one));
  // In an order that a press does not change.
  const offered = [...suggested, ...chosen].filter(
    (one, i, all) => all.findIndex((other) => same(other, one)) === i,
  );
  const press = (one: string) =>
    onChosen(has(one) ? chosen.filter((other) => !same(other, one)) : [...chosen, one]);
  const add = () => {
    onChosen([...chosen, ...itemsOf(text).filter((one) => !has(one))].slice(0, LIMITS.listItems));
    setText('');
  };
  return (
    <fieldset className={cx('flex min-w-0 flex-col gap-3', className)}>
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {offered.map((one) => (
          <Chip key={one} pressed={has(one)} onPress={() => press(one)}>
            {wordFor(one)}
          </Chip>
        ))}
      </div>
      <div className="flex max-w-md flex-wrap items-end gap-2">
        <label htmlFor={id} className="sr-only">
          {another}
        </label>
        <TextInput
          id={id}
          name={name}
          value={text}
          placeholder={another}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
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
          {props.add}
        </Button>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}

interface TextProps extends Omit<Props, 'chosen' | 'onChosen'> {
  /** Its items with commas between. */
  value: string;
  onText: (text: string) => void;
}

/** The same for a form that holds texts. */
export function ChipsText({ value, onText, ...rest }: TextProps) {
  return (
    <ChipsField {...rest} chosen={itemsOf(value)} onChosen={(items) => onText(items.join(', '))} />
  );
}

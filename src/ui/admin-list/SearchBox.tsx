import { useEffect, useRef, useState } from 'react';
import { LIMITS } from '#lib/limits.ts';
import { TextInput } from '../forms/inputs.tsx';
import { Labelled } from './Labelled.tsx';

interface SearchBoxProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

const DEBOUNCE_MS = 250;

/** A search field that asks once typing pauses, and at once on Enter and when it is left. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const timer = useRef<number>(undefined);
  const asked = useRef(value);

  // Back and Forward change the value from outside; an answer to one's own typing must not.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const ask = (typed: string) => {
    window.clearTimeout(timer.current);
    const search = typed.trim();
    if (search === asked.current) return;
    asked.current = search;
    onSearch(search);
  };
  return (
    <search className="min-w-[min(13rem,100%)] flex-1 @max-2xl:basis-full @2xl:max-w-md">
      <Labelled label={label}>
        <TextInput
          type="search"
          autoComplete="off"
          maxLength={LIMITS.adminSearch}
          value={text}
          onChange={(event) => {
            const typed = event.target.value;
            setText(typed);
            window.clearTimeout(timer.current);
            timer.current = window.setTimeout(() => ask(typed), DEBOUNCE_MS);
          }}
          // Before whatever is pressed next, which may have an address of its own.
          onBlur={() => ask(text)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') ask(text);
          }}
        />
      </Labelled>
    </search>
  );
}

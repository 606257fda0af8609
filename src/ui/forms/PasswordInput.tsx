import { type ComponentProps, useState } from 'react';
import { TextInput } from './inputs.tsx';

/** A password control whose text can be looked at; takes its label from the Field around it. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <TextInput
        {...props}
        type={shown ? 'text' : 'password'}
        className="pr-20"
        // Only text has a case to keep a keyboard from changing.
        autoCapitalize={shown ? 'none' : undefined}
        spellCheck={false}
      />
      <button
        type="button"
        aria-pressed={shown}
        aria-label="Show characters"
        onClick={() => setShown(!shown)}
        className="absolute inset-y-1 right-1 min-w-16 cursor-pointer rounded-control px-3 font-semibold text-ink-2 text-sm hover:text-ink"
      >
        {shown ? 'Hide' : 'Show'}
      </button>
    </div>
  );
}

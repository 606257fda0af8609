import { useRef, useState } from 'react';
import type { KeptDraft } from '#browser/kept-draft.ts';
import { newKey } from '#browser/new-key.ts';
import type { AttemptedWork } from '../hooks/use-attempt.ts';
import { type SchemaFormOptions, useSchemaForm } from './use-schema-form.ts';

interface KeyedDraft<Draft> {
  draft: Draft;
  /** What it is sent under: the same again for the same values, also after a reload. */
  key: string;
}

interface Options<Draft extends object, Values>
  extends Omit<SchemaFormOptions<Draft, Values>, 'values' | 'send'> {
  begin: () => Draft;
  /** Where the browser keeps what is typed until it is sent. */
  kept?: KeptDraft<KeyedDraft<Draft>>;
  send: (values: Values, typed: KeyedDraft<Draft>) => ReturnType<AttemptedWork>;
}

/** A form of what is typed until it is sent: once, where `send` uses the key. */
export function useTypedForm<Draft extends object, Values>(options: Options<Draft, Values>) {
  const { begin, kept, send, ...rules } = options;
  const [typed, setTyped] = useState(() => kept?.load() ?? { draft: begin(), key: newKey() });
  /** The same as `typed`, before it is drawn. */
  const latest = useRef(typed);
  const { draft } = typed;
  const form = useSchemaForm({
    ...rules,
    values: draft,
    send: (values) => send(values, typed),
  });
  const set = <Field extends keyof Draft & string>(field: Field, value: Draft[Field]) => {
    // Other values must not be taken for a repetition of the first.
    latest.current = { draft: { ...latest.current.draft, [field]: value }, key: newKey() };
    setTyped(latest.current);
    kept?.save(latest.current);
    if (form.errors[field]) form.clear(field);
  };
  /** Whether nothing was typed since what was sent under this key. */
  const isLatest = (key: string) => latest.current.key === key;
  return { ...form, draft, set, isLatest };
}

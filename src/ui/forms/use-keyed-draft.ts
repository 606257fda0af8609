import { useRef, useState } from 'react';
import type { KeptDraft } from '#browser/kept-draft.ts';
import { newKey } from '#browser/new-key.ts';

interface KeyedDraft<Draft> {
  draft: Draft;
  /** What it is sent under: the same again for the same values, also after a reload. */
  key: string;
}

/** What is typed into a form that sends it once, under a key; `kept` where the browser keeps it until then. */
export function useKeyedDraft<Draft extends object>(
  begin: () => Draft,
  kept: KeptDraft<KeyedDraft<Draft>> | null = null,
) {
  const [typed, setTyped] = useState(() => kept?.load() ?? { draft: begin(), key: newKey() });
  /** The same as `typed`, before it is drawn. */
  const latest = useRef(typed);
  const set = <Field extends keyof Draft>(field: Field, value: Draft[Field]) => {
    // Other values must not be taken for a repetition of the first.
    latest.current = { draft: { ...latest.current.draft, [field]: value }, key: newKey() };
    setTyped(latest.current);
    kept?.save(latest.current);
  };
  return { ...typed, set, latest };
}

import { type RefObject, useCallback, useRef, useState } from 'react';
import { toast } from '../overlays/toast.ts';

/** A sentence about a field; alone, or with `null`, it stands beside none. */
type FormRefusal<F extends string> = string | { field: F | null; message: string };

/** What to show for what sending or saving a form with these fields threw. */
export type Explain<F extends string> = (error: unknown, fields: readonly F[]) => FormRefusal<F>;

export interface FormErrors<F extends string> {
  /** Goes on the form: the refused field is focused by its `name`. */
  form: RefObject<HTMLFormElement | null>;
  errors: Partial<Record<F, string>>;
  /** Shows each sentence beside its field, the first as a toast as well unless the form is quiet, and puts the focus there (section 5). */
  refuse: (refusals: readonly FormRefusal<F>[]) => void;
  /** Takes one field's sentence away, or all. */
  clear: (field?: F) => void;
}

/** Opens what a field is folded away in. */
function openAround(field: HTMLElement): void {
  for (let box = field.closest('details'); box; box = box.parentElement?.closest('details') ?? null)
    box.open = true;
}

/** The errors of one form, from its own rules or from the server; a quiet one has no toast for what is beside a field. */
export function useFormErrors<F extends string>(isQuiet = false): FormErrors<F> {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Partial<Record<F, string>>>({});

  const refuse = useCallback(
    (refusals: readonly FormRefusal<F>[]) => {
      const beside: Partial<Record<F, string>> = {};
      const known = refusals.map((one) =>
        typeof one === 'string' ? { field: null, message: one } : one,
      );
      for (const { field, message } of known) if (field) beside[field] ??= message;
      setErrors(beside);
      const [first] = known;
      if (!first) return;
      if (!isQuiet || !first.field) void toast.error(first.message);
      const named = first.field && form.current?.elements.namedItem(first.field);
      const control = named instanceof RadioNodeList ? named[0] : named;
      if (!(control instanceof HTMLElement)) return;
      openAround(control);
      control.focus();
    },
    [isQuiet],
  );

  const clear = useCallback((field?: F) => {
    setErrors((now) => (field ? { ...now, [field]: undefined } : {}));
  }, []);

  return { form, errors, refuse, clear };
}

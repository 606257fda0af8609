import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useWindowEvent } from '#ui/hooks/use-window-event.ts';
import type { QuoteField } from '../../quote-fields.ts';
import { LAST_STEP, STEPS, stepOfField } from './steps.ts';

/** A choice is seen before the step goes. */
const PICKED_MS = 250;

/** Whether the steps come one after the other; below which width they do, the style sheet says. */
export const isPhone = (): boolean =>
  getComputedStyle(document.documentElement).getPropertyValue('--quote-steps') === 'single';

/** Which step this entry of the browser's history shows. */
const heldStep = (): number => {
  const { quoteStep } = (history.state ?? {}) as { quoteStep?: unknown };
  return typeof quoteStep === 'number' && quoteStep in STEPS ? quoteStep : 0;
};

/** Where this entry was gone to from, if it was from a step. */
const stepBefore = (): number | null => {
  const { stepBefore: before } = (history.state ?? {}) as { stepBefore?: unknown };
  return typeof before === 'number' ? before : null;
};

/** What a step begins with where it is only to type. */
const TYPED_FIRST: Record<string, QuoteField> = { words: 'project_description', contact: 'name' };

/** Puts the focus on a field, or where a step begins. */
function arrive(form: HTMLFormElement | null, id: string, field: string | null): void {
  const section = form?.querySelector<HTMLElement>(`[data-step="${id}"]`);
  section?.scrollIntoView({ block: 'start' });
  if (field) {
    focusField(form, field);
    return;
  }
  section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  // Where there is only something to type, the keyboard of a phone comes with the step.
  const typed = TYPED_FIRST[id];
  const first = form?.querySelector<HTMLInputElement>(`[name="${typed}"]`);
  if (first && !first.value) first.focus({ preventScroll: true });
}

/**
 * The step that a phone shows. Each one that is gone on to is an entry of the browser's history, so that Back and
 * Forward go through them; a reload stays where it was.
 */
export function useSteps(form: RefObject<HTMLFormElement | null>) {
  const [step, setStep] = useState(0);
  /** The client went there, and so does the focus: to a field, or to the step. */
  const moved = useRef<{ field: string | null } | null>(null);

  useLayoutEffect(() => {
    const held = heldStep();
    // The intro was drawn before anybody knew of the step: it keeps its place, so that nothing moves.
    if (held > 0) document.documentElement.dataset.resumed = '';
    setStep(held);
  }, []);
  useWindowEvent('popstate', () => {
    moved.current = isPhone() ? { field: null } : null;
    setStep(heldStep());
  });

  const go = useCallback((to: number, field: string | null = null) => {
    const next = Math.min(LAST_STEP, Math.max(0, to));
    if (!isPhone() || next === heldStep()) return;
    history.pushState({ ...history.state, quoteStep: next, stepBefore: heldStep() }, '');
    moved.current = { field };
    setStep(next);
  }, []);
  const late = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Goes on from a choice, unless the client has gone elsewhere by then. */
  const picked = useCallback(() => {
    clearTimeout(late.current);
    if (isPhone()) late.current = setTimeout(go, PICKED_MS, heldStep() + 1);
  }, [go]);
  const back = useCallback(() => {
    if (stepBefore() === heldStep() - 1) history.back();
    else go(heldStep() - 1);
  }, [go]);
  /** Shows where a field is asked for, and puts the focus there. */
  const reveal = useCallback(
    (field: QuoteField) => {
      const to = stepOfField(field);
      if (isPhone() && to !== heldStep()) go(to, field);
      else focusField(form.current, field);
    },
    [form, go],
  );

  useEffect(() => {
    clearTimeout(late.current);
    if (moved.current) arrive(form.current, STEPS[step]?.id ?? '', moved.current.field);
    moved.current = null;
  }, [form, step]);

  return { step, go, picked, back, reveal };
}

/** Puts the focus on a field: behind what is typed into it, on the choice that was made. */
export function focusField(form: HTMLFormElement | null, field: string): void {
  const named = [...(form?.querySelectorAll<HTMLInputElement>(`[name="${field}"]`) ?? [])];
  const control = named.find(({ checked }) => checked) ?? named[0];
  control?.focus();
  if (control instanceof HTMLTextAreaElement) {
    control.setSelectionRange(control.value.length, control.value.length);
  }
}

import { flushSync } from 'react-dom';

type Control = HTMLInputElement | HTMLTextAreaElement;

/** The values that were told by an event; React need not be told again. */
const told = new WeakMap<Control, string>();
const WRITTEN = /^(?:text|email|password|tel|url|number|date|month|search)$/;

const isControl = (one: unknown): one is Control =>
  one instanceof HTMLTextAreaElement || (one instanceof HTMLInputElement && WRITTEN.test(one.type));

/** React keeps the attribute as its state is: what differs came from elsewhere, a password manager for example. */
const isUntold = (one: Control) => one.value !== one.defaultValue && told.get(one) !== one.value;

let telling = false;

/** Tells React of a value as if it had just been typed. */
function tell([control, value]: readonly [Control, string]): void {
  // React compares with what was last set through its own property; the prototype's goes past that.
  control.value = control.defaultValue;
  const own = control instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(own.prototype, 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Reads what stands in a form's fields without having been typed, before anything is done with the form. Otherwise it
 * would be missing from what is sent, and the next change would erase it.
 */
function readFilled(event: Event): void {
  const { target } = event;
  if (event.type === 'input' && isControl(target)) told.set(target, target.value);
  if (telling) return;
  const form = target instanceof Element ? target.closest('form') : null;
  if (!form) return;
  const untold = [...form.elements].filter(isControl).filter(isUntold);
  // What is being typed tells of itself.
  const filled = untold.filter((one) => event.type === 'submit' || one !== document.activeElement);
  if (filled.length === 0) return;
  // Telling of one makes React erase the others.
  const values = filled.map((one) => [one, one.value] as const);
  telling = true;
  flushSync(() => values.forEach(tell));
  telling = false;
}

if (typeof window !== 'undefined')
  for (const type of ['focusin', 'keydown', 'pointerdown', 'input', 'change', 'click', 'submit'])
    addEventListener(type, readFilled, true);

import { Component, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a control holds: its text, or whether it is ticked. */
type Held = string | boolean;

const isControl = (one: unknown): one is Control =>
  one instanceof HTMLInputElement ||
  one instanceof HTMLTextAreaElement ||
  one instanceof HTMLSelectElement;
const isBox = (one: Control): one is HTMLInputElement => /^(?:checkbox|radio)$/.test(one.type);
const isMenu = (one: Control): one is HTMLSelectElement => one instanceof HTMLSelectElement;
const heldBy = (one: Control): Held => (isBox(one) ? one.checked : one.value);

/** Writes past React, which only knows what was set through the element's own property. */
function write(one: Control, held: Held): void {
  const property = isBox(one) ? 'checked' : 'value';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(one), property)?.set?.call(one, held);
}

/** Writes as React does, which compares with this what an event brings: it overlooks one that brings the same. */
const writeAsReact = (one: Control, held: Held) =>
  Object.assign(one, isBox(one) ? { checked: held } : { value: held });

/** What React's value looks like in a control, which may tidy it: lines in a field of one line, for example. */
function asDrawn(one: Control, shown: Held): Held {
  if (isBox(one)) return shown;
  if (isMenu(one)) return [...one.options].some(({ value }) => value === shown) ? shown : one.value;
  const copy = one.cloneNode() as HTMLInputElement;
  copy.value = String(shown);
  return copy.value;
}

/** The values that an event has brought, which React has already. */
const told = new WeakMap<Control, Held>();
const mounted = new Set<Filled>();
let telling = false;

/** The controls of islands as they were served. Where React draws an island anew, they hold what was typed so far. */
const served: { old: Control; island: Element | null }[] = [];
let focused: Element | null = null;

/** Whether React has yet to take this control over. */
const isServed = (one: EventTarget | null): boolean => served.some(({ old }) => old === one);

interface Props {
  control: RefObject<Control | null>;
  /** What React has the control hold; undefined where it leaves that to the browser. */
  shown: Held | undefined;
  children: ReactNode;
}

/**
 * Around every control: what it holds is kept until React has been told of it. Password managers write without an event,
 * and people before React arrives; the next drawing for whatever reason would erase both.
 */
export class Filled extends Component<Props> {
  /** What the control held when React had last drawn it. */
  drawn: Held = '';

  /** What came into the control without an event. */
  get untold(): Held | null {
    const one = this.props.control.current;
    if (!one || this.props.shown === undefined) return null;
    const held = heldBy(one);
    // A radio button that is left by itself says nothing: the chosen one does.
    const isNews =
      held !== this.drawn && held !== told.get(one) && !(one.type === 'radio' && !held);
    return isNews ? held : null;
  }

  override componentDidMount(): void {
    const { control, shown } = this.props;
    if (!control.current) return;
    takeOver(control.current);
    // React has seen no event of what was typed while it was arriving.
    told.delete(control.current);
    if (shown !== undefined) this.drawn = asDrawn(control.current, shown);
    mounted.add(this);
    if (this.untold !== null) queueMicrotask(tellFilled);
  }

  override getSnapshotBeforeUpdate(): Held | null {
    return this.untold;
  }

  override componentDidUpdate({ shown }: Props, _: unknown, untold: Held | null): void {
    const one = this.props.control.current;
    if (!one) return;
    this.drawn = heldBy(one);
    told.delete(one);
    if (untold === null) return;
    // React has it by another way, and has left the control as it was: it does not know that it is there.
    if (shown !== this.props.shown) return void writeAsReact(one, this.drawn);
    write(one, untold);
    queueMicrotask(tellFilled);
  }

  override componentWillUnmount(): void {
    mounted.delete(this);
  }

  override render(): ReactNode {
    return this.props.children;
  }

  /** Tells React of a value as if it had just been typed or chosen. */
  tell(held: Held): void {
    const one = this.props.control.current;
    if (!one) return;
    writeAsReact(one, this.drawn);
    write(one, held);
    const type = isBox(one) ? 'click' : isMenu(one) ? 'change' : 'input';
    one.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

/** Gives a control that was drawn anew what its forerunner held, and the focus. */
function takeOver(one: Control): void {
  const isSame = ({ old, island }: (typeof served)[number]) =>
    old === one ||
    (island?.contains(one) &&
      ['type', 'name', isBox(one) ? 'value' : 'type'].every(
        (key) => old[key as 'type'] === one[key as 'type'],
      ));
  const before = served.find(isSame);
  if (!before) return;
  served.splice(served.indexOf(before), 1);
  const { old } = before;
  if (old === one) return;
  if (one.type !== 'radio' || heldBy(old)) write(one, heldBy(old));
  if (old !== focused) return;
  one.focus({ preventScroll: true });
  if ('selectionStart' in old && old.selectionStart !== null)
    (one as HTMLInputElement).setSelectionRange(old.selectionStart, old.selectionEnd);
}

/** Tells React of everything that stands in a control without an event. */
function tellFilled(): void {
  if (telling) return;
  const found = [...mounted].map((filled) => [filled, filled.untold] as const);
  const untold = found.filter((one): one is [Filled, Held] => one[1] !== null);
  if (untold.length === 0) return;
  telling = true;
  flushSync(() => {
    for (const [filled, held] of untold) filled.tell(held);
  });
  telling = false;
}

/** Before anything is done with a page, React knows all that stands in its controls. */
function onEvent(event: Event): void {
  const { target, type, isTrusted } = event;
  // A browser tells of it while the focus moves on. React would draw a sleeping island at that moment, and take it back.
  if (type === 'change' && isServed(target)) event.stopPropagation();
  // React overlooks the event of a script that has written through the element's own property.
  if (isControl(target) && (isTrusted || telling || isBox(target) || isMenu(target))) {
    const brings = type === 'input' || type === 'change' || (type === 'click' && isBox(target));
    if (brings) told.set(target, heldBy(target));
  }
  // React itself may be moving the focus, and takes no event while it draws.
  if (type === 'focusin') queueMicrotask(tellFilled);
  else tellFilled();
}

if (typeof window !== 'undefined') {
  for (const type of ['focusin', 'keydown', 'pointerdown', 'input', 'change', 'click', 'submit'])
    addEventListener(type, onEvent, true);
  for (const old of document.querySelectorAll(
    'astro-island :is(input:not([type=file]), textarea, select)',
  ))
    served.push({ old: old as Control, island: old.closest('astro-island') });
  focused = document.activeElement;
  addEventListener('focusin', ({ target }) => (focused = target as Element), true);
  // Later: nobody has left a control that React takes away.
  addEventListener('focusout', () => setTimeout(() => (focused = document.activeElement)), true);
}

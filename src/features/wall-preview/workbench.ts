import { button, element, slider } from './elements.ts';
import { createHandles } from './handles.ts';
import {
  type Composition,
  done,
  type History,
  SIZES,
  undone,
  withSize,
} from './picture/composition.ts';
import type { Sources } from './sources.ts';
import { createStage } from './stage.ts';

/** The stage with everything that can be done on it. */
export function createWorkbench(
  sources: Sources,
  from: History,
  first: Composition,
  onChange: (history: History) => void,
  onFailed: () => void,
) {
  let history = from;
  const now = () => history.now;
  const status = element('p', { className: 'sr-only', role: 'status' });
  const say = (text: string) => {
    status.textContent = text;
  };
  const stage = createStage(sources, onFailed);
  const change = (next: Composition, kind = '') => take(done(history, next, kind));
  const handles = createHandles(stage.element, {
    now,
    room: stage.room,
    onChange: change,
    onMagnify: stage.magnify,
    onSay: say,
  });
  stage.element.append(handles.element);
  const look = createLook({ now, change });
  const undo = button('btn btn-line', 'Undo', () => {
    take(undone(history));
    say('Undone');
  });
  const reset = button('btn btn-line', 'Reset', () => {
    change(first);
    say('As at first');
  });
  function take(next: History): void {
    history = next;
    show();
    onChange(next);
  }
  function show(): void {
    stage.show(now());
    handles.show();
    look.show();
    if (history.past.length > 0) undo.removeAttribute('aria-disabled');
    else undo.setAttribute('aria-disabled', 'true');
  }
  show();

  const hint = element('p', { className: 'wall-hint' });
  hint.textContent = 'Drag the corners into place.';
  const steps = element('div', { className: 'wall-tools' }, undo, reset);
  const sliders = element('div', { className: 'wall-sliders' }, ...look.elements);
  const controls = element('div', { className: 'wall-controls' }, steps, hint, sliders, status);
  return {
    element: element('div', { className: 'wall-bench' }, stage.element, controls),
    now,
    dispose: stage.dispose,
    focus: () => handles.element.querySelector('button')?.focus({ preventScroll: true }),
  };
}

interface Bench {
  now: () => Composition;
  change: (next: Composition, kind?: string) => void;
}

/** The sliders for how the mural looks on the wall: its size and its strength. */
function createLook({ now, change }: Bench) {
  const size = slider({
    label: 'Size',
    min: SIZES.least,
    max: SIZES.most,
    step: SIZES.step,
    value: now().size,
    onInput: (value) => change(withSize(now(), value), 'size'),
  });
  const strength = slider({
    label: 'Blend',
    min: 0,
    max: 1,
    step: 0.01,
    value: now().strength,
    onInput: (value) => change({ ...now(), strength: value }, 'strength'),
  });
  return {
    elements: [size.line, strength.line],
    show() {
      size.set(now().size);
      strength.set(now().strength);
    },
  };
}

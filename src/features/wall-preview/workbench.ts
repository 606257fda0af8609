import { createBrush } from './brush.ts';
import { button, element, slider } from './elements.ts';
import { createHandles } from './handles.ts';
import { drawMask, drawStroke } from './mask.ts';
import {
  type Composition,
  done,
  type History,
  SIZES,
  undone,
  withSize,
} from './picture/composition.ts';
import type { Sources } from './sources.ts';
import { createStage, type PreviewStage } from './stage.ts';
import { createTools } from './tools.ts';

/** The stage with everything that can be done on it. */
export function createWorkbench(
  sources: Sources,
  from: History,
  first: Composition,
  onChange: (history: History) => void,
  onFailed: () => void,
  /** Without a brush: only the place counts. */
  plain = false,
) {
  let history = from;
  const now = () => history.now;
  const status = element('p', { className: 'sr-only', role: 'status' });
  const say = (text: string) => {
    status.textContent = text;
  };
  const stage = createStage(sources, onFailed);
  const change = (next: Composition, kind = '') => take(done(history, next, kind));
  const { tools, showHandles, focus } = createHands(stage, sources, { now, change, say });
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
    const { strokes } = history.now;
    history = next;
    if (next.now.strokes !== strokes) showStrokes();
    show();
    onChange(next);
  }
  function showStrokes(): void {
    drawMask(sources.mask, now().strokes);
    stage.maskChanged();
  }
  function show(): void {
    stage.show(now());
    showHandles();
    look.show();
    if (history.past.length > 0) undo.removeAttribute('aria-disabled');
    else undo.setAttribute('aria-disabled', 'true');
  }
  showStrokes();
  tools.choice.hidden = plain;
  tools.hold('Place');
  show();

  const steps = element('div', { className: 'wall-tools' }, undo, reset);
  const row = element('div', { className: 'wall-tools' }, tools.choice, steps);
  const sliders = element('div', { className: 'wall-sliders' }, tools.brushSize, ...look.elements);
  const controls = element('div', { className: 'wall-controls' }, row, tools.hint, sliders, status);
  return {
    element: element('div', { className: 'wall-bench' }, stage.element, controls),
    now,
    dispose: stage.dispose,
    focus,
  };
}

interface Bench {
  now: () => Composition;
  change: (next: Composition, kind?: string) => void;
  /** Tells a screen reader. */
  say: (text: string) => void;
}

/** What works on the stage, by the tool in the hand: handles that place the mural, a brush that hides parts of it. */
function createHands(stage: PreviewStage, sources: Sources, { now, change, say }: Bench) {
  const handles = createHandles(stage.element, {
    now,
    room: stage.room,
    onChange: change,
    onMagnify: stage.magnify,
    onSay: say,
  });
  const brush = createBrush(stage.element, {
    now,
    brush: () => tools.brush(),
    onPaint(stroke, known) {
      drawStroke(sources.mask, stroke, known);
      stage.maskChanged();
      stage.show({ ...now(), strokes: [...now().strokes, stroke] });
    },
    onDone: change,
    onSay: say,
  });
  stage.element.append(handles.element, brush.element);
  const tools = createTools({
    onHold(tool) {
      const paints = tools.brush() !== null;
      handles.element.hidden = tool !== 'Place';
      brush.element.hidden = !paints;
      stage.element.classList.toggle('wall-stage-painted', paints);
      brush.show();
    },
    onBrushSize: brush.show,
  });
  return {
    tools,
    showHandles: handles.show,
    focus: () => handles.element.querySelector('button')?.focus({ preventScroll: true }),
  };
}

/** The sliders for how the mural looks on the wall: its size and its strength. */
function createLook({ now, change }: Pick<Bench, 'now' | 'change'>) {
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
  strength.input.setAttribute('aria-describedby', 'wall-strength');
  const meaning = element('p', { id: 'wall-strength', className: 'sr-only' });
  meaning.textContent = 'How much of the wall’s own light and texture the mural takes on.';
  return {
    elements: [size.line, strength.line, meaning],
    show() {
      size.set(now().size);
      strength.set(now().strength);
    },
  };
}

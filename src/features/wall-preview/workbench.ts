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
import { createStage } from './stage.ts';

const TOOLS = {
  Place: 'Drag the corners to where the mural should end on your wall, or move it as a whole.',
  Brush: 'Paint over what stands in front of the mural: a door, a plant, a lamp.',
  Eraser: 'Bring back what you painted away.',
  Look: 'Your wall, with nothing in the way.',
} as const;
type Tool = keyof typeof TOOLS;
const BRUSHES = { least: 0.01, most: 0.15, step: 0.005, first: 0.04 } as const;

/** The stage with everything that can be done on it. */
export function createWorkbench(
  sources: Sources,
  from: History,
  first: Composition,
  onChange: (history: History) => void,
) {
  let history = from;
  let tool: Tool = 'Place';
  let radius: number = BRUSHES.first;
  const now = () => history.now;
  const paints = () => tool === 'Brush' || tool === 'Eraser';
  const status = element('p', { className: 'sr-only', role: 'status' });
  const say = (text: string) => {
    status.textContent = text;
  };
  const stage = createStage(sources);
  const change = (next: Composition, kind = '') => take(done(history, next, kind));
  const handles = createHandles(stage.element, {
    ...{ now, room: stage.room, onChange: change, onMagnify: stage.magnify, onSay: say },
  });
  const brush = createBrush(stage.element, {
    now,
    brush: () => (paints() ? { erase: tool === 'Eraser', radius } : null),
    onPaint(stroke, known) {
      drawStroke(sources.mask, stroke, known);
      stage.maskChanged();
      stage.show({ ...now(), strokes: [...now().strokes, stroke] });
    },
    onDone: change,
    onSay: say,
  });
  stage.element.append(handles.element, brush.element);

  const size = slider({
    ...{ label: 'Size', min: SIZES.least, max: SIZES.most, step: SIZES.step, value: now().size },
    onInput: (value) => change(withSize(now(), value), 'size'),
  });
  const strength = slider({
    ...{ label: 'Strength', min: 0, max: 1, step: 0.01, value: now().strength },
    onInput: (value) => change({ ...now(), strength: value }, 'strength'),
  });
  const brushSize = slider({
    ...{ label: 'Brush size', min: BRUSHES.least, max: BRUSHES.most, step: BRUSHES.step },
    value: radius,
    onInput(value) {
      radius = value;
      brushSize.set(value);
      brush.show();
    },
  });
  strength.input.setAttribute('aria-describedby', 'wall-strength');
  const meaning = element('p', { id: 'wall-strength', className: 'sr-only' });
  meaning.textContent = 'How much of the wall’s own light and texture the mural takes on.';
  const undo = button('btn btn-line', 'Undo', () => {
    take(undone(history));
    say('Undone');
  });
  const reset = button('btn btn-line', 'Reset', () => {
    change(first);
    say('As at first');
  });
  const hint = element('p', { className: 'wall-hint' });
  const hold = (next: Tool) => {
    tool = next;
    hint.textContent = TOOLS[tool];
    handles.element.hidden = tool !== 'Place';
    brush.element.hidden = !paints();
    brushSize.line.hidden = !paints();
    stage.element.classList.toggle('wall-stage-painted', paints());
    brush.show();
  };
  function take(next: History): void {
    const { strokes } = history.now;
    history = next;
    if (next.now.strokes !== strokes) {
      drawMask(sources.mask, next.now.strokes);
      stage.maskChanged();
    }
    show();
    onChange(next);
  }
  function show(): void {
    stage.show(now());
    handles.show();
    size.set(now().size);
    strength.set(now().strength);
    if (history.past.length > 0) undo.removeAttribute('aria-disabled');
    else undo.setAttribute('aria-disabled', 'true');
  }
  drawMask(sources.mask, now().strokes);
  stage.maskChanged();
  hold('Place');
  show();

  const tools = element('div', { className: 'wall-tools' }, toolChoice(hold), undo, reset);
  const sliders = element('div', { className: 'wall-sliders' }, brushSize.line, size.line);
  sliders.append(strength.line, meaning);
  const controls = element('div', { className: 'wall-controls' }, tools, hint, sliders, status);
  return {
    element: element('div', { className: 'wall-bench' }, stage.element, controls),
    now,
    dispose: stage.dispose,
    focus: () => handles.element.querySelector('button')?.focus({ preventScroll: true }),
  };
}

function toolChoice(onHold: (tool: Tool) => void): HTMLElement {
  const choice = element('fieldset', { className: 'wall-choice' });
  choice.append(element('legend', { className: 'sr-only', textContent: 'Tool' }));
  for (const name of Object.keys(TOOLS) as Tool[]) {
    const input = element('input', {
      ...{ type: 'radio', name: 'wall-tool', checked: name === 'Place' },
      onchange: () => onHold(name),
    });
    choice.append(element('label', {}, input, element('span', {}, name)));
  }
  return choice;
}

import { element, slider } from './elements.ts';

const TOOLS = {
  Place: 'Drag the corners into place, or move the whole mural.',
  Brush: 'Paint over what’s in front: a door, a plant, a lamp.',
  Eraser: 'Bring back what you painted away.',
  Preview: 'Your wall, with nothing in the way.',
} as const;
type Tool = keyof typeof TOOLS;
const BRUSHES = { least: 0.01, most: 0.15, step: 0.005, first: 0.04 } as const;

interface Wishes {
  /** Another tool is in the hand. */
  onHold: (tool: Tool) => void;
  /** The brush has another size. */
  onBrushSize: () => void;
}

/** The tool in the visitor's hand: the choice, a hint for it, and the size of the brush. */
export function createTools({ onHold, onBrushSize }: Wishes) {
  let tool: Tool = 'Place';
  let radius: number = BRUSHES.first;
  const hint = element('p', { className: 'wall-hint' });
  const brushSize = slider({
    label: 'Brush size',
    min: BRUSHES.least,
    max: BRUSHES.most,
    step: BRUSHES.step,
    value: radius,
    onInput(value) {
      radius = value;
      brushSize.set(value);
      onBrushSize();
    },
  });
  const brush = () =>
    tool === 'Brush' || tool === 'Eraser' ? { erase: tool === 'Eraser', radius } : null;
  const hold = (next: Tool) => {
    tool = next;
    hint.textContent = TOOLS[tool];
    brushSize.line.hidden = !brush();
    onHold(tool);
  };
  return {
    choice: toolChoice(hold),
    hint,
    brushSize: brushSize.line,
    hold,
    /** What the visitor paints with; null while no brush is in the hand. */
    brush,
  };
}

function toolChoice(onHold: (tool: Tool) => void): HTMLElement {
  const choice = element('fieldset', { className: 'wall-choice' });
  choice.append(element('legend', { className: 'sr-only', textContent: 'Tool' }));
  for (const name of Object.keys(TOOLS) as Tool[]) {
    const input = element('input', {
      type: 'radio',
      name: 'wall-tool',
      checked: name === 'Place',
      onchange: () => onHold(name),
    });
    choice.append(element('label', {}, input, element('span', {}, name)));
  }
  return choice;
}

import type { Point } from '#lib/homography.ts';
import { button } from './elements.ts';
import { track } from './handles.ts';
import { type Composition, type Stroke, withStroke } from './picture/composition.ts';

const ARROWS: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const NAME = 'Brush. Arrow keys move it, Space begins and ends a stroke.';

interface Wishes {
  now: () => Composition;
  /** What is being painted with; null while no brush is in the hand. */
  brush: () => { erase: boolean; radius: number } | null;
  /** A stroke that grows, with the number of its points that were there before. */
  onPaint: (stroke: Stroke, known: number) => void;
  onDone: (next: Composition) => void;
  onSay: (text: string) => void;
}

/** The mask brush, by finger or by keys: the button is the brush itself, and is pressed while it paints. */
export function createBrush(stage: HTMLElement, { now, brush, onPaint, onDone, onSay }: Wishes) {
  let stroke: Stroke | null = null;
  let at: Point = [0.5, 0.5];
  const tip = button('wall-brush', '', () => (stroke ? end() : begin()));
  tip.ariaLabel = NAME;
  tip.ariaPressed = 'false';

  const extend = () => {
    if (!stroke) return;
    const known = stroke.points.length;
    stroke = { ...stroke, points: [...stroke.points, at] };
    onPaint(stroke, known);
  };
  const begin = () => {
    const held = brush();
    if (!held) return;
    stroke = { ...held, points: [] };
    tip.ariaPressed = 'true';
    extend();
  };
  const end = () => {
    tip.ariaPressed = 'false';
    if (stroke) onDone(withStroke(now(), stroke));
    stroke = null;
  };
  const show = () => {
    tip.style.left = `${at[0] * 100}%`;
    tip.style.top = `${at[1] * 100}%`;
    const radius = brush()?.radius ?? 0;
    tip.style.width = `${radius * 200}%`;
  };
  const moveTo = (to: Point) => {
    at = to.map((share) => Math.min(1, Math.max(0, share))) as unknown as Point;
    extend();
    show();
  };
  const follow = ({ clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = stage.getBoundingClientRect();
    moveTo([(clientX - left) / width, (clientY - top) / height]);
  };

  tip.addEventListener('keydown', (event) => {
    const arrow = ARROWS[event.key];
    if (!arrow || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const far = event.shiftKey ? 10 : 1;
    const [x, y] = at;
    moveTo([x + (arrow[0] * far) / stage.clientWidth, y + (arrow[1] * far) / stage.clientHeight]);
    onSay(
      `${Math.round(at[0] * stage.clientWidth)} from the left, ${Math.round(at[1] * stage.clientHeight)} from the top`,
    );
  });
  tip.addEventListener('blur', end);
  stage.addEventListener('pointerdown', (event) => {
    if (tip.hidden || event.button !== 0) return;
    event.preventDefault();
    if (stroke) end();
    follow(event);
    begin();
    track(stage, event, follow, end);
  });
  stage.addEventListener('pointermove', (event) => {
    if (!tip.hidden && !stroke) follow(event);
  });
  return { element: tip, show };
}

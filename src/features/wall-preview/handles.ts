import { contains, type Point, type Quad } from '#lib/homography.ts';
import { button, element } from './elements.ts';
import type { Room } from './magnifier.ts';
import { type Composition, cornersOf, movedBy, withCorner } from './picture/composition.ts';

const CORNERS = [
  'Top left corner',
  'Top right corner',
  'Bottom right corner',
  'Bottom left corner',
];
const WHOLE = 'Whole mural';
const HINT = 'Arrow keys move it, with Shift ten steps at once.';
const ARROWS: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Wishes {
  now: () => Composition;
  /** Whether all of it can be moved at once. */
  whole?: boolean;
  /** How large the stage is. */
  room: () => Room;
  /** A composition after a step; steps of one kind in a row are one. */
  onChange: (next: Composition, kind: string) => void;
  onMagnify: (at: Point | null) => void;
  /** Something worth hearing. */
  onSay: (text: string) => void;
}

/** What a finger or a key takes hold of: four corners and the whole mural, on the stage. */
export function createHandles(stage: HTMLElement, wishes: Wishes) {
  const { now, whole = true, room, onChange, onMagnify, onSay } = wishes;
  const hint = element('p', { className: 'sr-only', id: 'wall-handle-hint', textContent: HINT });
  const handles = [...CORNERS, ...(whole ? [WHOLE] : [])].map((name, i) => {
    const handle = button(`wall-handle${i === 4 ? ' wall-handle-whole' : ''}`, '', () => {});
    handle.ariaLabel = name;
    handle.setAttribute('aria-describedby', `wall-place-${i} ${hint.id}`);
    handle.append(element('span', { className: 'sr-only', id: `wall-place-${i}` }));
    return handle;
  });
  const group = element('div', { className: 'wall-handles', role: 'group', ariaLabel: 'Place' });
  group.append(hint, ...handles);

  /** By a finger, whose every move would change what nobody reads meanwhile. */
  let dragged = false;
  const describe = () => {
    for (const [i, handle] of handles.entries())
      (handle.firstChild as HTMLElement).textContent = placed(pointOf(i));
  };
  const step = (from: Composition, i: number, by: Point): Composition => {
    if (i === 4) return movedBy(from, by);
    const [x, y] = cornersOf(from)[i] as Point;
    return withCorner(from, i, [x + by[0], y + by[1]]);
  };
  const pointOf = (i: number) =>
    i === 4 ? middleOf(cornersOf(now())) : (cornersOf(now())[i] as Point);
  const placed = ([x, y]: Point) =>
    `${Math.round(x * room().width)} from the left, ${Math.round(y * room().height)} from the top`;

  const press = (event: KeyboardEvent, i: number) => {
    const arrow = ARROWS[event.key];
    if (!arrow || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const far = event.shiftKey ? 10 : 1;
    const by: Point = [(arrow[0] * far) / room().width, (arrow[1] * far) / room().height];
    onChange(step(now(), i, by), `key ${i}`);
    if (i < 4) onMagnify(pointOf(i));
    onSay(placed(pointOf(i)));
  };
  const drag = (event: PointerEvent, i: number) => {
    const start = now();
    const follow = ({ clientX, clientY }: PointerEvent) => {
      dragged = true;
      const by: Point = [
        (clientX - event.clientX) / room().width,
        (clientY - event.clientY) / room().height,
      ];
      const next = step(start, i, by);
      // What cannot be stays where it last could.
      if (next !== start) onChange(next, `drag ${event.timeStamp}`);
      if (i < 4) onMagnify(pointOf(i));
    };
    if (i < 4) onMagnify(pointOf(i));
    track(stage, event, follow, () => {
      dragged = false;
      onMagnify(null);
      describe();
    });
  };
  for (const [i, handle] of handles.entries()) {
    handle.addEventListener('keydown', (event) => press(event, i));
    handle.addEventListener('focus', describe);
    handle.addEventListener('blur', () => onMagnify(null));
    handle.addEventListener('pointerdown', (event) => {
      event.stopPropagation();
      drag(event, i);
    });
  }
  stage.addEventListener('pointerdown', (event) => {
    if (!whole || group.hidden) return;
    const { left, top, width, height } = stage.getBoundingClientRect();
    const at: Point = [(event.clientX - left) / width, (event.clientY - top) / height];
    if (contains(cornersOf(now()), at)) drag(event, 4);
  });

  return {
    element: group,
    /** Puts them where the corners are; those beyond the photograph wait at its edge. */
    show() {
      for (const [i, handle] of handles.entries()) {
        const at = pointOf(i);
        handle.style.left = `${edge(at[0]) * 100}%`;
        handle.style.top = `${edge(at[1]) * 100}%`;
      }
      if (!dragged) describe();
    },
  };
}

const edge = (share: number) => Math.min(1, Math.max(0, share));

function middleOf(quad: Quad): Point {
  const sum = quad.reduce<Point>(([x, y], corner) => [x + corner[0], y + corner[1]], [0, 0]);
  return [sum[0] / 4, sum[1] / 4];
}

/** Follows one finger until it is lifted, wherever it goes. */
export function track(
  stage: HTMLElement,
  event: PointerEvent,
  onMove: (event: PointerEvent) => void,
  onEnd: () => void,
): void {
  if (event.button !== 0) return;
  const { pointerId } = event;
  const move = (next: PointerEvent) => {
    if (next.pointerId === pointerId) onMove(next);
  };
  const ended = new AbortController();
  const end = (next: PointerEvent) => {
    if (next.pointerId !== pointerId) return;
    ended.abort();
    onEnd();
  };
  const { signal } = ended;
  // A synthetic event of a program has no pointer to be captured.
  if (event.isTrusted) stage.setPointerCapture(pointerId);
  stage.addEventListener('pointermove', move, { signal });
  for (const kind of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
    stage.addEventListener(kind, end, { signal });
}

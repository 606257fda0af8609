/** A place on the screen, in CSS pixels from its upper left. */
interface ToastBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Something to keep away from, and how much it counts. */
export interface Obstacle {
  box: ToastBox;
  weight: number;
}

/** In the order in which they are taken when they are equally free. */
const CORNERS = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const;
export type Corner = (typeof CORNERS)[number];

/** The toaster's own width, and the room that a toast of two lines takes. */
const WIDTH = 356;
const HEIGHT = 96;
/** Distance from the edges; at the top it leaves out the bar of the page. */
export const EDGE = 16;
export const TOP = 84;

/** What cannot be scrolled away from under a toast weighs as much as this many other controls. */
export const FIXED_WEIGHT = 50;
/** A pointer outweighs everything: the toast below it would stay, because it seems to be read. */
export const POINTER_WEIGHT = 10_000;

/** A screen, and how high its toasts stand above the bar at its foot; 0 without one. */
interface Screen {
  width: number;
  height: number;
  lift: number;
}

/**
 * The corner of a screen where a toast lies over the least that can be pressed. Where others are `present`, it joins
 * them, unless something that stays in place is under them by now.
 */
export function freestCorner(
  screen: Screen,
  obstacles: readonly Obstacle[],
  present: Corner | null = null,
): Corner {
  const weights = CORNERS.map((corner) => {
    const place = placeOf(corner, screen);
    const covered = obstacles.filter(({ box }) => overlap(place, box));
    return covered.reduce((sum, { weight }) => sum + weight, 0);
  });
  if (present && (weights[CORNERS.indexOf(present)] ?? 0) < FIXED_WEIGHT) return present;
  return CORNERS[weights.indexOf(Math.min(...weights))] ?? CORNERS[0];
}

function placeOf(corner: Corner, screen: Screen): ToastBox {
  const width = Math.min(WIDTH, screen.width - 2 * EDGE);
  const left = corner.endsWith('right') ? screen.width - EDGE - width : EDGE;
  const top = corner.startsWith('top') ? TOP : screen.height - screen.lift - EDGE - HEIGHT;
  return { left, top, right: left + width, bottom: top + HEIGHT };
}

const overlap = (a: ToastBox, b: ToastBox): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const PRESSED = 'a[href], button, input, select, textarea, label, summary';

/** Where a mouse or a pen rests; none while fingers are used, which rest nowhere. */
let pointer: ToastBox | null = null;

/** From now on, remembers where the pointer rests. */
export function followPointer(): void {
  const follow = ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
    pointer = pointerType === 'touch' ? null : { left: x, top: y, right: x + 1, bottom: y + 1 };
  };
  for (const event of ['pointermove', 'pointerdown'] as const)
    addEventListener(event, follow, { capture: true });
}

/** Whether a mouse or a pen is over this element. Fingers leave the browser's own mark behind. */
export const isPointedAt = (element: HTMLElement): boolean =>
  pointer !== null && element.matches(':hover');

/** Whether the pointer is over a control that this element lies on: whoever aims at that waits for the element to go. */
export function hidesTarget(element: HTMLElement): boolean {
  const below = pointer ? document.elementsFromPoint(pointer.left, pointer.top) : [];
  return below.some((one) => !element.contains(one) && one.closest(PRESSED));
}

/** What a toast is kept away from: controls, and a pointer that rests, often over what was just pressed. */
export function inTheWay(root: HTMLElement): Obstacle[] {
  const controls = controlsInSight(root);
  return pointer ? [...controls, { box: pointer, weight: POINTER_WEIGHT }] : controls;
}

/** The controls below `root` that are on the screen now; those of toasts make room themselves. */
function controlsInSight(root: HTMLElement): Obstacle[] {
  const { clientWidth: right, clientHeight: bottom } = document.documentElement;
  const screen = { left: 0, top: 0, right, bottom };
  return [...root.querySelectorAll<HTMLElement>(PRESSED)].flatMap((element) => {
    const box = element.getBoundingClientRect();
    const seen = box.width > 0 && overlap(screen, box) && !element.closest('#toaster');
    return seen ? [{ box, weight: staysInPlace(element, root) ? FIXED_WEIGHT : 1 }] : [];
  });
}

function staysInPlace(element: HTMLElement, root: HTMLElement): boolean {
  for (let at: HTMLElement | null = element; at && at !== root; at = at.parentElement) {
    if (/^(sticky|fixed)$/.test(getComputedStyle(at).position)) return true;
  }
  return false;
}

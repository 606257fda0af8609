/*
 * Runs when it is imported. What is deleted, dismissed or assigned takes the button with it that was pressed, and a
 * dialog that has asked before finds nothing to give the focus back to. The focus goes on to the same button of the
 * next row, to what else is left of the list, or to the heading above it.
 */
const ROW = 'tr, li, article';
const REACHED = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled';
/** A dialog that asks has a few stops of its own before the button that opened it. */
const REMEMBERED = 32;

interface Place {
  element: HTMLElement;
  row: Element | null;
  /** All rows of the list, and where the row is among them. */
  rows: Element[];
  at: number;
  /** The nearest first. */
  above: Element[];
}

/** Of a place in an overlay, nothing that lies below it. */
function placeOf(element: HTMLElement): Place {
  const row = element.closest(ROW);
  const rows = [...(row?.parentElement?.children ?? [])];
  const overlay = element.closest('dialog, [popover]');
  const above: Element[] = [];
  for (let one: Element | null = element; one && one !== overlay; one = one.parentElement)
    if (one.parentElement) above.push(one.parentElement);
  return { element, row, rows, at: row ? rows.indexOf(row) : 0, above };
}

const isSeen = (one: Element) => one.isConnected && one.getClientRects().length > 0;
const reachedIn = (one: Element) => [...one.querySelectorAll<HTMLElement>(REACHED)].filter(isSeen);

function nextOf({ element, row, rows, at, above }: Place): HTMLElement | undefined {
  const left = [...rows.slice(at + 1), ...rows.slice(0, at).reverse()].filter(isSeen);
  const twin = left
    .flatMap(reachedIn)
    .find(({ textContent }) => textContent === element.textContent);
  const [first] = (row && isSeen(row) ? [row] : left).flatMap(reachedIn);
  return twin ?? first ?? headingIn(above);
}

function headingIn(above: readonly Element[]): HTMLElement | undefined {
  const headings = above
    .filter(isSeen)
    .flatMap((one) => [...one.querySelectorAll<HTMLElement>('h1, h2, h3')]);
  const heading = headings.find(isSeen);
  if (heading) heading.tabIndex = -1;
  return heading;
}

const isOnNothing = () => (document.activeElement ?? document.body) === document.body;
function isLost(): boolean {
  const last = trail.at(-1);
  return last !== undefined && isOnNothing() && !isSeen(last.element);
}

function goOn(): void {
  if (!isLost()) return;
  while (isOnNothing()) {
    const place = trail.pop();
    if (!place) return;
    const target = isSeen(place.element) ? place.element : nextOf(place);
    target?.focus({ preventScroll: byPointer });
  }
}

let byPointer = false;
/** The last that had the focus, the latest at the end; one may have it already. */
let trail: Place[] = [];
if (document.activeElement instanceof HTMLElement && !isOnNothing())
  trail = [placeOf(document.activeElement)];

addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement) trail = [...trail, placeOf(target)].slice(-REMEMBERED);
});
addEventListener('keydown', () => (byPointer = false));
addEventListener('pointerdown', ({ target }) => {
  byPointer = true;
  // A press beside everything leaves the focus on nothing, and means to.
  if (!(target as Element).closest(`${REACHED}, label, summary, [tabindex]`)) trail = [];
});

let waiting = false;
new MutationObserver(() => {
  if (waiting || !isLost()) return;
  waiting = true;
  // After what the page itself does with the focus.
  setTimeout(() => {
    waiting = false;
    goOn();
  }, 50);
}).observe(document.body, { childList: true, subtree: true });

export {};

/**
 * What lies over a page (menu, drawer, dialog, lightbox) has an entry in the history, so that Back closes it instead of
 * leaving the page. Entries are counted and not named: `history.state.overlays` says how many stand above the page.
 */
interface Overlay {
  dialog: HTMLDialogElement;
  /** Asks it to close; one that stays open gets its entry back. */
  close: () => void;
}

/** The second press of a double click comes this soon, and no farther from the first. */
const DOUBLE_CLICK_MS = 500;
const DOUBLE_CLICK_PX = 16;
let lastPress: MouseEvent | undefined;
/** When the dialog on top was opened, by the clock of events. */
let openedAt = 0;

const open: Overlay[] = [];
const listeners = new Set<() => void>();
/** The address of the page below, which opening and closing never changes. */
let at = '';
/** Set while a step back that was asked for here is under way. */
let travel: ReturnType<typeof setTimeout> | undefined;
/** Where a link inside an overlay leads, once the entries of all overlays are gone. */
let target: string | null = null;

/** A browser that takes longer for a step back within one page has lost it. */
const HISTORY_TIMEOUT_MS = 2000;

/** The dialog on top, or the body where there is none: outside of it nothing can be pressed or read. */
export const topmost = (): HTMLElement => open.at(-1)?.dialog ?? document.body;

/** Calls `listener` whenever another dialog is on top. */
export function onTopmost(listener: () => void): void {
  listeners.add(listener);
}

/** To be called with a dialog that has just been opened; what it gives, when it has been closed or goes away. */
export function enter(overlay: Overlay): () => void {
  if (open.length === 0) at = location.href;
  open.push(overlay);
  openedAt = performance.now();
  syncHistory();
  notify();
  return () => {
    const index = open.indexOf(overlay);
    if (index < 0) return;
    open.splice(index, 1);
    notify();
    // A little later: one dialog that takes the place of another takes its entry too.
    setTimeout(syncHistory);
  };
}

/**
 * Opens a dialog that its own markup fills. It closes by Escape, by Back, and when the style sheet takes it away on
 * another width of screen: a modal dialog that is not to be seen would leave a page that cannot be pressed.
 */
export function openModal(dialog: HTMLDialogElement): void {
  if (dialog.open) return;
  dialog.showModal();
  // Closed just before, with the event of that still to come: it has its entry.
  if (open.some((overlay) => overlay.dialog === dialog)) return;
  const exit = enter({ dialog, close: () => dialog.close() });
  const sight = new ResizeObserver(() => {
    if (getComputedStyle(dialog).display === 'none') dialog.close();
  });
  sight.observe(dialog);
  const closed = () => {
    if (dialog.open) return;
    dialog.removeEventListener('close', closed);
    sight.disconnect();
    exit();
  };
  dialog.addEventListener('close', closed);
}

const depth = (): number => history.state?.overlays ?? 0;

/** Adds an entry above the present one, to which a step back does not scroll: the focus decides what is in sight. */
function addEntry(): void {
  history.scrollRestoration = 'manual';
  history.pushState({ ...history.state, overlays: depth() + 1 }, '');
  history.scrollRestoration = 'auto';
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Brings the history into step with what is open: adds the entries that are missing, or steps back over the rest. */
function syncHistory(): void {
  if (travel !== undefined) return;
  // One that is closed has no entry, though its `close` event may be still to come.
  const standing = open.filter(({ dialog }) => dialog.open).length;
  const surplus = depth() - standing;
  if (surplus > 0) {
    at = location.href;
    travel = setTimeout(lost, HISTORY_TIMEOUT_MS);
    history.go(-surplus);
    return;
  }
  while (depth() < standing) addEntry();
  if (target !== null) location.assign(target);
  target = null;
}

function closeFrom(index: number): void {
  for (const overlay of open.slice(index).reverse()) overlay.close();
}

/** A person who pressed a link must not wait for a step that never ends. */
function lost(): void {
  travel = undefined;
  if (target !== null) location.assign(target);
  target = null;
}

/** Back or Forward. Lists follow the address as well, and must not take the end of an overlay for a step of theirs. */
function popped(event: PopStateEvent): void {
  const own = travel !== undefined;
  if ((own || open.length > 0) && location.href === at) event.stopImmediatePropagation();
  arrive();
  if (!own) closeFrom(depth());
  setTimeout(syncHistory);
}

/** No step is under way any more; from the next frame on, the page's own entry scrolls as others do. */
function arrive(): void {
  clearTimeout(travel);
  travel = undefined;
  requestAnimationFrame(() =>
    setTimeout(() => {
      history.scrollRestoration = 'auto';
    }),
  );
}

/** A double click opens an overlay once: its second press is for what lay there before. */
function pressedTwice(event: MouseEvent): void {
  const first = lastPress;
  // A key has no place, and presses what it is on; nor has the event of a box that was ticked without one.
  if (!event.detail) return;
  lastPress = event;
  if (open.length === 0 || openedAt < (first?.timeStamp ?? 0)) return;
  if (first) {
    if (event.timeStamp - first.timeStamp > DOUBLE_CLICK_MS) return;
    const [x, y] = [event.clientX - first.clientX, event.clientY - first.clientY];
    if (Math.hypot(x, y) > DOUBLE_CLICK_PX) return;
    // The first may have come before this code did: then the browser has counted.
  } else if (event.detail < 2) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** What a chosen file opens, no press has opened. */
function chosen({ target }: Event): void {
  if (target instanceof HTMLInputElement && target.type === 'file') lastPress = undefined;
}

/** A link inside an overlay goes on from the page below, so that Back leads there and not to an empty overlay. */
function pressed(event: MouseEvent): void {
  if (open.length === 0 || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest?.('a');
  if (!link || !/^https?:$/.test(link.protocol) || link.target || link.hasAttribute('download'))
    return;
  event.preventDefault();
  target = link.href;
  closeFrom(0);
  setTimeout(syncHistory);
}

if (typeof window !== 'undefined') {
  // Before the listeners of lists, which are in the way of events and not ahead of them.
  addEventListener('popstate', popped, { capture: true });
  addEventListener('click', pressedTwice, { capture: true });
  addEventListener('change', chosen, { capture: true });
  addEventListener('click', pressed);
  // A page out of the back-forward cache may be one that was left from within an overlay.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    arrive();
    closeFrom(depth());
    setTimeout(syncHistory);
  });
  // A reload closes what was open, and leaves its entries; what the address says is opened again, over its own.
  setTimeout(() => {
    if (!history.state?.addressed) syncHistory();
  });
}

import { createRoot } from 'react-dom/client';
import { Toaster as Sonner, toast } from 'sonner';
import stylesheet from '../styles/toasts.css?url';
import { onTopmost, topmost } from './overlays.ts';
import { addStylesheet } from './stylesheet.ts';
import {
  type Corner,
  EDGE,
  followPointer,
  freestCorner,
  hidesTarget,
  inTheWay,
  isPointedAt,
  TOP,
} from './toast-corner.ts';

const CLASSES = {
  toast: 'toast',
  success: 'toast-success',
  error: 'toast-error',
  actionButton: 'toast-action',
  // The toaster's own follows the device, not the theme chosen here.
  description: 'text-inherit!',
};

/** From now on, so that who loads the toaster ahead of need has its looks too. */
const looks = addStylesheet(stylesheet);
followPointer();

const OFFSET = { top: TOP, right: EDGE, bottom: `calc(${EDGE}px + var(--lift, 0px))`, left: EDGE };
let host: HTMLElement | undefined;

/** What stops the clocks of the toasts on the screen, by their ids; and the corner that they share. */
const clocks = new Map<string | number, () => void>();
let corner: Corner | null = null;
let count = 0;

/**
 * One toaster a page, mounted beside everything else on first use. It moves into the dialog on top: beside one it
 * would be dimmed, out of reach and silent. Its style sheet is allowed by hash in the CSP.
 */
function mount(): void {
  if (host) {
    stayOnTop();
    return;
  }
  host = document.createElement('div');
  host.id = 'toaster';
  stayOnTop();
  onTopmost(stayOnTop);
  createRoot(host).render(
    <Sonner
      theme="system"
      closeButton
      offset={OFFSET}
      mobileOffset={OFFSET}
      toastOptions={{ classNames: CLASSES }}
      containerAriaLabel="Notifications"
    />,
  );
}

function stayOnTop(): void {
  const parent = topmost();
  if (host && host.parentElement !== parent) parent.append(host);
}

/** Once what the toast tells of has been drawn too; a page that nobody sees draws nothing. */
const drawn = () =>
  new Promise<unknown>((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 100);
  });
/** A line that hangs may be what the toast is about. */
const dressed = () => Promise.race([looks, new Promise((done) => setTimeout(done, 500))]);

const LOOK_MS = 250;

/**
 * Calls `take` after `left` milliseconds on the screen in which no toast was being read; gives what stops that. The
 * toaster's own clock stands still for good once a press that began on a toast has ended elsewhere.
 */
function afterReading(left: number, hasAction: boolean, take: () => void): () => void {
  let before = performance.now();
  const look = setInterval(() => {
    const now = performance.now();
    // Over one with a button, that is what is aimed at.
    const isRead = host && isPointedAt(host) && (hasAction || !hidesTarget(host));
    if (!document.hidden && host && !isRead) left -= now - before;
    before = now;
    if (left <= 0) take();
  }, LOOK_MS);
  return () => clearInterval(look);
}

/** Shows a toast where it covers the least; errors stay longer, because they have to be read to be acted on. */
export async function showToast(
  kind: ToastKind,
  text: string,
  {
    subject,
    onGone,
    action,
    duration = kind === 'error' ? 7000 : 5000,
    ...options
  }: ToastOptions = {},
): Promise<void> {
  await Promise.all([drawn(), dressed()]);
  mount();
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const lift = Number.parseFloat(getComputedStyle(host as HTMLElement).scrollMarginBottom);
  corner = freestCorner({ width, height, lift }, inTheWay(topmost()), clocks.size ? corner : null);
  const id = subject ?? ++count;
  clocks.get(id)?.();
  const stopClock = afterReading(duration, Boolean(action), () => toast.dismiss(id));
  const stop = () => {
    stopClock();
    if (clocks.get(id) === stop) clocks.delete(id);
  };
  clocks.set(id, stop);
  toast[kind](text, {
    id,
    duration: Number.POSITIVE_INFINITY,
    position: corner,
    // Of the one whose place it takes.
    description: undefined,
    action: undefined,
    ...options,
    ...(action && {
      action: {
        ...action,
        onClick: () => {
          stop();
          action.onClick();
        },
      },
    }),
    onDismiss: () => {
      stop();
      onGone?.();
    },
  });
}

export type ToastKind = 'success' | 'error';

/** What a toast may carry besides its text. */
export interface ToastOptions {
  /** What it is about: it takes the place of an earlier one about the same. */
  subject?: string;
  /** A second sentence below the text, for example the reason. */
  description?: string;
  /** A button inside the toast, for example Undo. */
  action?: { label: string; onClick: () => void };
  /** Milliseconds on screen, not counting those while it is read or the page is hidden. */
  duration?: number;
  /** Called when it goes without its action: by time, by a swipe or by its close button. */
  onGone?: () => void;
}

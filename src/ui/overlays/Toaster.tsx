import { createRoot } from 'react-dom/client';
import { Toaster as Sonner, toast } from 'sonner';
import stylesheet from '../../styles/toasts.css?url';
import { addStylesheet } from '../stylesheet.ts';
import { onTopmost, topmost } from './overlays.ts';

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

/** At the foot, above the bar with the page's buttons (toasts.css). */
const OFFSET = { right: 16, bottom: 'calc(16px + var(--lift, 0px))', left: 16 };
let host: HTMLElement | undefined;

/**
 * One toaster a page, mounted beside everything else on first use. It moves into the dialog on top: beside one it
 * would be dimmed, out of reach and silent. Its style sheet is allowed by hash in the CSP.
 */
function mount(): void {
  if (host) return;
  host = document.createElement('div');
  host.id = 'toaster';
  onTopmost(stayOnTop);
  createRoot(host).render(
    <Sonner
      theme="system"
      closeButton
      offset={OFFSET}
      mobileOffset={OFFSET}
      toastOptions={{ classNames: CLASSES, closeButtonAriaLabel: 'Close toast' }}
      containerAriaLabel="Notifications"
    />,
  );
}

function stayOnTop(): void {
  const parent = topmost();
  if (!host) return;
  if (host.parentElement !== parent) parent.append(host);
  riseAboveButtons(host);
}

/** In a dialog: above the bar with its buttons, wherever on the screen that is. */
function riseAboveButtons(host: HTMLElement): void {
  const bar = host.parentElement?.closest('dialog')?.querySelector('.sticky.bottom-0');
  if (bar) host.style.setProperty('--lift', `${innerHeight - bar.getBoundingClientRect().top}px`);
  else host.style.removeProperty('--lift');
}

/** A line that hangs may be what the toast is about. */
const dressed = () => Promise.race([looks, new Promise((done) => setTimeout(done, 500))]);

/** Errors stay longer, because they have to be read to be acted on. */
export async function showToast(
  kind: ToastKind,
  text: string,
  { subject, onGone, duration = kind === 'error' ? 7000 : 5000, ...options }: ToastOptions = {},
): Promise<void> {
  await dressed();
  mount();
  stayOnTop();
  toast[kind](text, {
    ...(subject !== undefined && { id: subject }),
    duration,
    // Of the one whose place it takes.
    description: undefined,
    action: undefined,
    ...options,
    onAutoClose: onGone && (() => onGone()),
    onDismiss: onGone && (() => onGone()),
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

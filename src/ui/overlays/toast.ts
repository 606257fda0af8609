import { topmost } from './overlays.ts';
import type { ToastKind, ToastOptions } from './Toaster.tsx';

/** Loads the toaster and React on first use only: pages that never toast never pay for it. */
async function show(kind: ToastKind, text: string, options?: ToastOptions): Promise<void> {
  try {
    const { showToast } = await import('./Toaster.tsx');
    await showToast(kind, text, options);
  } catch (error) {
    // Offline before the toaster was ever loaded: the sentence must still reach the person.
    console.error(error);
    fallback(options?.description ? `${text}: ${options.description}` : text);
  }
}

function fallback(text: string): void {
  const region = document.createElement('section');
  region.ariaLabel = 'Notifications';
  const notice = document.createElement('p');
  notice.setAttribute('role', 'alert');
  notice.className = 'lost-note';
  notice.textContent = text;
  region.append(notice);
  topmost().append(region);
  setTimeout(() => region.remove(), 6000);
}

/** Toasts without React at the caller: usable from islands, stores' callers and plain page scripts alike. */
export const toast = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
};

/** Loads the toaster ahead of need, for forms whose failure may be the loss of the network itself. */
export const warmToaster = (): void => void import('./Toaster.tsx').catch(() => {});

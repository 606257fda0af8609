import { createRoot } from 'react-dom/client';
import { Toaster as Sonner, toast } from 'sonner';
import type { ToastKind, ToastOptions } from './toast.ts';

const CLASSES = {
  toast: 'toast',
  success: 'toast-success',
  error: 'toast-error',
  actionButton: 'toast-action',
  // The toaster's own follows the device, not the theme chosen here.
  description: 'text-inherit!',
};

/** One toaster a page, mounted beside everything else on first use. Its style sheet is allowed by hash in the CSP. */
function mount(): void {
  if (document.getElementById('toaster')) return;
  const host = document.createElement('div');
  host.id = 'toaster';
  document.body.append(host);
  createRoot(host).render(
    <Sonner
      theme="system"
      position="bottom-right"
      closeButton
      toastOptions={{ classNames: CLASSES }}
      containerAriaLabel="Notifications"
    />,
  );
}

/** Shows a toast; errors stay longer, because they have to be read to be acted on. */
export function showToast(
  kind: ToastKind,
  text: string,
  { onGone, ...options }: ToastOptions = {},
): void {
  mount();
  toast[kind](text, {
    duration: kind === 'error' ? 7000 : 5000,
    ...options,
    ...(onGone && { onAutoClose: onGone, onDismiss: onGone }),
  });
}

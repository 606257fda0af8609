import { createRoot } from 'react-dom/client';
import { Toaster as Sonner, toast } from 'sonner';
import type { ToastKind, ToastOptions } from './toast.ts';

const CLASSES = {
  toast: 'rounded-control! border-line! bg-paper-2! text-ink! shadow-card! font-body!',
  success: 'border-leaf!',
  error: 'border-danger!',
  actionButton: 'bg-ink! text-paper!',
};
const ICONS = {
  success: <span className="text-leaf">✔</span>,
  error: <span className="text-danger">▲</span>,
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
      icons={ICONS}
      toastOptions={{ classNames: CLASSES }}
      containerAriaLabel="Notifications"
    />,
  );
}

/** Shows a toast; errors stay longer, because they have to be read to be acted on. */
export function showToast(kind: ToastKind, text: string, options: ToastOptions = {}): void {
  mount();
  toast[kind](text, { duration: kind === 'error' ? 7000 : 5000, ...options });
}

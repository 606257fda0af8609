import { TOASTS } from '#domain/toasts.ts';
import { resumeQuotes } from '#stores/quote-resume.ts';
import { toast } from '#ui/toast.ts';

/** Sends what waits, now and whenever the network comes back. */
export function resume(): void {
  const send = async () => {
    if ((await resumeQuotes()) > 0) toast.success(TOASTS.quoteSubmitted);
  };
  void send();
  addEventListener('online', send);
}

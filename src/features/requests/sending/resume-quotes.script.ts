import { paths } from '#config/paths.ts';
import { TOASTS } from '#lib/toasts.ts';
import { toast } from '#ui/overlays/toast.ts';
import { QUOTES_EVENT, resumeQuotes } from './quote-resume.store.ts';

/*
 * Runs when it is imported: a quote request that no answer has come for goes out wherever the person is, now and
 * whenever the network comes back. The form itself sees to its own.
 */
async function send(): Promise<void> {
  const { arrived, toChoose } = await resumeQuotes();
  if (arrived === 0) return;
  dispatchEvent(new Event(QUOTES_EVENT));
  // Its photos come after it.
  void import('../photos/resume-wall.script.ts').catch(() => {});
  const choose = { label: 'Choose Artists', onClick: () => location.assign(paths.quote) };
  // The page that thanks has the same as its button.
  const action = toChoose > 0 && location.pathname !== paths.thankYou ? { action: choose } : {};
  toast.success(TOASTS.quoteSubmitted, action);
}

// One after the other: of two at once both would say that it has arrived.
let sending = Promise.resolve();
const sendNow = () => {
  sending = sending.then(send, send);
};
if (location.pathname !== paths.quote) {
  sendNow();
  addEventListener('online', sendNow);
}

// Only a page that was left a toast, or a quote request that no answer has come for, pays for the rest.
const show = (): Promise<unknown> =>
  import('./flash.ts').catch(() => addEventListener('online', show, { once: true }));
try {
  if (sessionStorage['flash-toast'] || localStorage['quote.sending']) show();
} catch {
  // A browser that refuses storage holds neither.
}

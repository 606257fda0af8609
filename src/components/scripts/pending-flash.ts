// Only a page that was left a toast, or what is still to be sent, pays for the rest.
const show = (): Promise<unknown> =>
  import('./flash.ts').catch(() => addEventListener('online', show, { once: true }));
try {
  if (
    sessionStorage['flash-toast'] ||
    localStorage['quote.sending'] ||
    localStorage['wall.sending']
  )
    show();
} catch {
  // A browser that refuses storage holds neither.
}

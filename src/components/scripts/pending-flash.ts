// Only a page that was left a toast, what is still to be sent, or the place of its reader, pays for the rest.
const show = (): Promise<unknown> =>
  import('./flash.ts').catch(() => addEventListener('online', show, { once: true }));
try {
  if (
    sessionStorage['flash-toast'] ||
    sessionStorage['mural-place'] ||
    localStorage['quote.sending'] ||
    localStorage['wall.sending']
  )
    show();
} catch {
  // A browser that refuses storage holds neither.
}

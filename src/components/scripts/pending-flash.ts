// Only a page that was left a toast, or a quote request that no answer has come for, pays for the rest.
try {
  if (sessionStorage['flash-toast'] || localStorage['quote.sending']) import('./flash.ts');
} catch {
  // A browser that refuses storage holds neither.
}

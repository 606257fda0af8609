// A quote request that no answer has come for goes out wherever the person is; the form itself sees to its own.
if (
  location.pathname !== '/quote' &&
  Object.keys(localStorage).some((key) => key.startsWith('quote.outbox.'))
) {
  import('./resume-quotes.ts').then(({ resume }) => resume());
}

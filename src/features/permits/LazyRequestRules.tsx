import { lazyPart } from '#ui/lazy-part.tsx';

/** The rules that apply to a request, fetched once the rest of its page is there. */
export const LazyRequestRules = lazyPart(() =>
  import('./RequestRules.tsx').then(({ RequestRules }) => RequestRules),
);

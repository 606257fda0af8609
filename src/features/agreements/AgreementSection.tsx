import { lazyPart } from '#ui/lazy-part.tsx';

/** The agreement of an accepted job; its code comes where there is one. */
export const AgreementSection = lazyPart(() =>
  import('./AgreementDesk.tsx').then(({ AgreementDesk }) => AgreementDesk),
);

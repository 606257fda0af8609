import { lazyPart } from '#ui/lazy-part.tsx';

/** The money of an accepted job; its code comes where there is one. */
export const MoneySection = lazyPart(() =>
  import('./MoneyDesk.tsx').then(({ MoneyDesk }) => MoneyDesk),
);

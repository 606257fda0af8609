import { lazyPart } from '#ui/lazy-part.tsx';

/** The copies that the reader keeps; their code comes where one is asked for. */
export const KeptCopiesSection = lazyPart(() =>
  import('./KeptCopies.tsx').then(({ KeptCopies }) => KeptCopies),
);

import { lazyPart } from '#ui/lazy-part.tsx';

/** The papers of the artist whom a client has chosen; their code comes then. */
export const ChosenPapers = lazyPart(() =>
  import('./AgreedPapers.tsx').then(({ AgreedPapers }) => AgreedPapers),
);

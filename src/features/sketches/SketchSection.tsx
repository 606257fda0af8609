import { lazyPart } from '#ui/lazy-part.tsx';

/** The sketches of an accepted job; their code comes where there is one. */
export const SketchSection = lazyPart(() =>
  import('./SketchDesk.tsx').then(({ SketchDesk }) => SketchDesk),
);

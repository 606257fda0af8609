import { lazy, Suspense } from 'react';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { again } from '#ui/again.ts';

const AgreedPapers = lazy(() =>
  again(() => import('./AgreedPapers.tsx')).then((module) => ({ default: module.AgreedPapers })),
);

interface Props {
  of: AssignmentKey;
  /** The artist's name. */
  artist: string;
}

/** The papers of the artist whom a client has chosen; their code comes then. */
export function ChosenPapers(props: Props) {
  return (
    <Suspense fallback={null}>
      <AgreedPapers {...props} />
    </Suspense>
  );
}

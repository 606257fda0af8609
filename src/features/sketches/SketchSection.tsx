import { lazy, Suspense } from 'react';
import { again } from '#ui/again.ts';
import type { SketchProps } from './sketch-props.ts';

const SketchDesk = lazy(() =>
  again(() => import('./SketchDesk.tsx')).then((module) => ({ default: module.SketchDesk })),
);

/** The sketches of an accepted job; their code comes where there is one. */
export function SketchSection(props: SketchProps) {
  return (
    <Suspense fallback={null}>
      <SketchDesk {...props} />
    </Suspense>
  );
}

import { lazy, Suspense } from 'react';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { again } from '#ui/again.ts';

const MoneyDesk = lazy(() =>
  again(() => import('./MoneyDesk.tsx')).then((module) => ({ default: module.MoneyDesk })),
);

/** The money of an accepted job; its code comes where there is one. */
export function MoneySection(props: { of: AssignmentKey }) {
  return (
    <Suspense fallback={null}>
      <MoneyDesk {...props} />
    </Suspense>
  );
}

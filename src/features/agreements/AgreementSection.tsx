import { lazy, Suspense } from 'react';
import { again } from '#ui/again.ts';
import type { AgreementProps } from './AgreementDesk.tsx';

const AgreementDesk = lazy(() =>
  again(() => import('./AgreementDesk.tsx')).then((module) => ({ default: module.AgreementDesk })),
);

/** The agreement of an accepted job; its code comes where there is one. */
export function AgreementSection(props: AgreementProps) {
  return (
    <Suspense fallback={null}>
      <AgreementDesk {...props} />
    </Suspense>
  );
}

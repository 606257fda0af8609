import { lazy, Suspense } from 'react';
import { again } from '#ui/again.ts';
import type { RulesKey } from './city-rules.api.ts';

const Rules = lazy(() =>
  again(() => import('./RequestRules.tsx')).then((module) => ({ default: module.RequestRules })),
);

/** The rules that apply to a request, fetched once the rest of its page is there. */
export function LazyRequestRules({ of, about }: { of: RulesKey; about: object }) {
  return (
    <Suspense>
      <Rules of={of} said={JSON.stringify(about)} />
    </Suspense>
  );
}

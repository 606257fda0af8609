import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react';
import { again } from './again.ts';

/**
 * A component whose code comes when it is first drawn, however often the network has to come back for it;
 * `meanwhile` stands in its place.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): ComponentType<Props> {
  const Part = lazy(() => again(load).then((component) => ({ default: component })));
  return (props) => <Suspense fallback={meanwhile}>{createElement(Part, props)}</Suspense>;
}

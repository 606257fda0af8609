import { lazy, Suspense } from 'react';
import { again } from '#ui/again.ts';
import type { DiaryProps } from './diary-props.ts';

const Diary = lazy(() =>
  again(() => import('./Diary.tsx')).then((module) => ({ default: module.Diary })),
);

/** The diary of an accepted job; its code comes where there is one. */
export function DiarySection(props: DiaryProps) {
  return (
    <Suspense fallback={null}>
      <Diary {...props} />
    </Suspense>
  );
}

import { useRef } from 'react';
import { type DraftState, mergeElsewhere, type Show } from '#lib/draft.ts';

/** Keeps what was typed into the forms of a dialog while it is closed by anything but Cancel. */
export function useKept<Row extends object, Draft extends Record<keyof Row, unknown>>(
  show: Show<Row, Draft>,
) {
  const kept = useRef(new Map<string, DraftState<Row, Draft>>());
  return {
    begin: (key: string, stored: Row): DraftState<Row, Draft> => {
      const before = kept.current.get(key);
      return before ? mergeElsewhere(before, stored, show) : { stored, draft: show(stored) };
    },
    keep: (key: string, state: DraftState<Row, Draft>) => kept.current.set(key, state),
    drop: (key: string) => kept.current.delete(key),
  };
}
export type Kept<Row extends object, Draft extends Record<keyof Row, unknown>> = ReturnType<
  typeof useKept<Row, Draft>
>;

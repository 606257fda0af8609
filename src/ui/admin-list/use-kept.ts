import { useRef } from 'react';
import { type DraftState, mergeElsewhere, type Show } from '#lib/draft.ts';

/** Drafts of a dialog's forms, by key: a form that opens again begins with its draft, until `close` (`useDraftForm`). */
export function useKept<Row extends object, Draft extends Record<keyof Row, unknown>>(
  show: Show<Row, Draft>,
) {
  const kept = useRef(new Map<string, DraftState<Row, Draft>>());
  return (key: string, stored: Row, onClose: () => void) => ({
    show,
    begin: (): DraftState<Row, Draft> => {
      const before = kept.current.get(key);
      return before ? mergeElsewhere(before, stored, show) : { stored, draft: show(stored) };
    },
    onState: (state: DraftState<Row, Draft>) => void kept.current.set(key, state),
    /** Closes it with nothing to keep. */
    close: () => {
      kept.current.delete(key);
      onClose();
    },
  });
}
export type Kept<Row extends object, Draft extends Record<keyof Row, unknown>> = ReturnType<
  typeof useKept<Row, Draft>
>;

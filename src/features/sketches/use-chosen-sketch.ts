import { useEffect, useMemo, useState } from 'react';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { chosenSketch } from './chosen-sketch.store.ts';
import type { ChosenSketch } from './sketch.ts';

interface Shown extends ChosenSketch {
  url: string;
}

const shown = (sketch: ChosenSketch): Shown => ({
  ...sketch,
  url: URL.createObjectURL(sketch.picture),
});

/** The artist's next version, which this browser keeps until the server has it. */
export function useChosenSketch(job: AssignmentKey) {
  const kept = useMemo(() => chosenSketch(job), [job]);
  const [chosen, setChosen] = useState<Shown | null>(null);
  useEffect(() => {
    // An artist who has chosen another meanwhile means that one.
    kept.load().then((sketch) => sketch && setChosen((now) => now ?? shown(sketch)), console.error);
  }, [kept]);
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.url)), [chosen]);
  return {
    chosen,
    /** Kept before it is seen, because the artist may reload once they see it. */
    change: async (sketch: Omit<ChosenSketch, 'key'>) =>
      setChosen(shown(await kept.change(sketch))),
    forget: () => {
      void kept.forget();
      setChosen(null);
    },
  };
}

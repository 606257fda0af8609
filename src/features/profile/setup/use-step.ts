import { useEffect, useRef } from 'react';
import { OPEN_STEP, paths } from '#config/paths.ts';
import { useAddressParam } from '#ui/hooks/use-address-param.ts';
import { SETUP_STEPS } from '../profile-strength.ts';

/** The step that the address names, each a step in the history; `first` is for one that names none. */
export function useStep(first: number) {
  const [named, go] = useAddressParam(OPEN_STEP);
  const start = useRef(first);
  const known = Number(named) >= 1 && Number(named) <= SETUP_STEPS.length;
  const step = known ? Math.trunc(Number(named)) : start.current;
  useEffect(() => {
    if (!known) history.replaceState(history.state, '', paths.setup(step));
  }, [known, step]);
  return { step, go: (next: number) => go(String(next)) };
}

import { useCallback } from 'react';
import { whyNotSaved } from '#data/why-not-saved.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { useActs } from '#ui/hooks/use-acts.ts';
import { readAgreement } from './agreement.api.ts';

/** The agreement as it is, and what can be done about it. `of` must be stable between renders. */
export function useAgreement(of: AssignmentKey) {
  return useActs(
    useCallback(() => readAgreement(of), [of]),
    whyNotSaved,
    'agreement',
  );
}

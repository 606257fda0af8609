import { useCallback } from 'react';
import { whyNotSaved } from '#data/why-not-saved.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { useActs } from '#ui/hooks/use-acts.ts';
import { readAgreement } from './agreement.api.ts';

/** The agreement as it is, and what can be done about it. */
export function useAgreement({ lead, artist, token }: AssignmentKey) {
  return useActs(
    useCallback(() => readAgreement({ lead, artist, token }), [lead, artist, token]),
    whyNotSaved,
    'agreement',
  );
}

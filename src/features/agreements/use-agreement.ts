import { useCallback } from 'react';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { readAgreement } from './agreement.api.ts';
import { useActs } from './use-acts.ts';

/** The agreement as it is, and what can be done about it. */
export function useAgreement({ lead, artist, token }: AssignmentKey) {
  return useActs(useCallback(() => readAgreement({ lead, artist, token }), [lead, artist, token]));
}

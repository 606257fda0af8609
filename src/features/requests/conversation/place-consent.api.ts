import { ask, call } from '#data/rpc.ts';
import { type AssignmentKey, assignmentArgs } from '#lib/assignment-key.ts';
import { z } from '#lib/zod.ts';

const consentSchema = z.object({ granted: z.boolean().nullable() });

/** What the client has said to showing the place. */
export async function readPlaceConsent(
  key: AssignmentKey,
): Promise<z.output<typeof consentSchema>> {
  return ask(consentSchema, 'place_consent', assignmentArgs(key));
}

/** Lets the artist show the place, or takes that back. */
export async function setPlaceConsent(key: AssignmentKey, granted: boolean): Promise<void> {
  await call('set_place_consent', { ...assignmentArgs(key), p_granted: granted });
}

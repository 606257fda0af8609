import { ask, call } from '#data/rpc.ts';
import { z } from '#lib/zod.ts';
import { type ConversationKey, conversationArgs } from './conversation.api.ts';

const consentSchema = z.object({ granted: z.boolean().nullable() });

/** What whoever asked has said to showing the place. */
export async function readPlaceConsent(
  key: ConversationKey,
): Promise<z.output<typeof consentSchema>> {
  return ask(consentSchema, 'place_consent', conversationArgs(key));
}

/** Lets the artist show the place, or takes that back. */
export async function setPlaceConsent(key: ConversationKey, granted: boolean): Promise<void> {
  await call('set_place_consent', { ...conversationArgs(key), p_granted: granted });
}

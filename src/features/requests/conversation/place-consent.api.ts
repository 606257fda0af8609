import { parseAnswer, throwError, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import type { z } from '#lib/zod.ts';
import { consentSchema } from '../finished-mural/finished-murals.api.ts';
import { type ConversationKey, conversationArgs } from './conversation.api.ts';

/** What whoever asked has said to showing the place. */
export async function readPlaceConsent(
  key: ConversationKey,
): Promise<z.output<typeof consentSchema>> {
  const client = await browserClient();
  return parseAnswer(
    consentSchema,
    unwrap(await client.rpc('place_consent', conversationArgs(key))),
  );
}

/** Lets the artist show the place, or takes that back. */
export async function setPlaceConsent(key: ConversationKey, granted: boolean): Promise<void> {
  const client = await browserClient();
  throwError(
    await client.rpc('set_place_consent', { ...conversationArgs(key), p_granted: granted }),
  );
}

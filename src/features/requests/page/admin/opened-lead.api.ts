import { parseAnswer, throwError } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import { z } from '#lib/zod.ts';
import { type OpenedLead, openedLeadSchema } from './opened-lead.ts';

/** One request with suggestions and notes; null for none. Throws an AppError. */
export async function readLead(id: string, signal?: AbortSignal): Promise<OpenedLead | null> {
  if (!z.guid().safeParse(id).success) return null;
  const client = await browserClient();
  const call = client.rpc('admin_request', { p_lead: id });
  const answer = await (signal ? call.abortSignal(signal) : call);
  throwError(answer);
  return parseAnswer(openedLeadSchema.nullable(), answer.data);
}

import { parseAnswer } from '#data/app-error.ts';
import { call } from '#data/rpc.ts';
import { z } from '#lib/zod.ts';
import { type OpenedLead, openedLeadSchema } from './opened-lead.ts';

/** One request with suggestions and notes; null for none. Throws an AppError. */
export async function readLead(id: string, signal?: AbortSignal): Promise<OpenedLead | null> {
  if (!z.guid().safeParse(id).success) return null;
  return parseAnswer(
    openedLeadSchema.nullable(),
    await call('admin_request', { p_lead: id }, signal),
  );
}

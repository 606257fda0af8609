import { call } from '#data/rpc.ts';

/** Notes the same about each of these requests, for admins alone. Throws an AppError. */
export async function noteLeads(leads: readonly string[], note: string): Promise<void> {
  await call('add_request_notes', { p_leads: [...leads], p_note: note });
}

/** Removes a note about a request; again is no error. Throws an AppError. */
export async function removeLeadNote(id: string): Promise<void> {
  await call('delete_request_note', { p_note: id });
}

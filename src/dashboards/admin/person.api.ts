import { ask } from '#data/rpc.ts';
import { z } from '#lib/zod.ts';
import { type AdminPerson, adminPersonSchema } from './person.ts';

/** One person with what is theirs; null for none. Throws an AppError. */
export async function readPerson(id: string, signal?: AbortSignal): Promise<AdminPerson | null> {
  if (!z.guid().safeParse(id).success) return null;
  return ask(adminPersonSchema.nullable(), 'admin_person', { p_user: id }, signal);
}

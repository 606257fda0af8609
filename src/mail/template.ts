import type { z } from '#lib/zod.ts';
import type { MailDocument } from './document.ts';

export interface Template {
  /** @throws when what the database gave is not what this kind needs. */
  document(data: unknown): MailDocument;
}

/** A template that first looks whether it was given what it needs. */
export function template<S extends z.ZodType>(
  schema: S,
  write: (data: z.output<S>) => MailDocument,
): Template {
  return { document: (data) => write(schema.parse(data)) };
}

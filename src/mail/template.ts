import type { z } from '#lib/zod.ts';
import type { ownRequestData } from './data.ts';
import type { MailDocument } from './document.ts';
import { requestButton, WHY_ACCOUNT, WHY_ADMIN, WHY_ARTIST, whyRequest } from './phrases.ts';

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

type Words = Omit<MailDocument, 'why' | 'aside'>;
type WordsToClient = Omit<Words, 'button'> & Partial<Pick<Words, 'button'>>;

/** An email to the client of a request, which its button opens unless it has another one. */
export const toClient = <S extends z.ZodType<z.output<typeof ownRequestData>>>(
  schema: S,
  write: (data: z.output<S>) => WordsToClient,
): Template =>
  template(schema, (data) => ({
    button: requestButton(data),
    ...write(data),
    ...whyRequest(data),
  }));

const because =
  (why: string) =>
  <S extends z.ZodType>(schema: S, write: (data: z.output<S>) => Words): Template =>
    template(schema, (data) => ({ ...write(data), why }));

export const toArtist = because(WHY_ARTIST);
export const toAdmin = because(WHY_ADMIN);
/** An email to the owner of an account. */
export const toAccount = because(WHY_ACCOUNT);

import type { z } from '#lib/zod.ts';
import type { ownRequestData } from './data.ts';
import type { MailDocument } from './document.ts';
import { requestButton, WHY_ACCOUNT, WHY_ADMIN, WHY_ARTIST, whyRequest } from './phrases.ts';

export interface Template {
  /** @throws when what the database gave is not what this kind needs. */
  document(data: unknown): MailDocument;
}

type Defaults = 'heading' | 'preview';
type Written = Omit<MailDocument, Defaults> & Partial<Pick<MailDocument, Defaults>>;

/**
 * A template that first looks whether it was given what it needs. Where it says no others, the heading is the subject,
 * and mailboxes show how the email begins.
 */
export function template<S extends z.ZodType>(
  schema: S,
  write: (data: z.output<S>) => Written,
): Template {
  return {
    document: (data) => {
      const written = write(schema.parse(data));
      const [first] = written.blocks;
      const preview = first && 'text' in first ? first.text : '';
      return { heading: written.subject, preview, ...written };
    },
  };
}

type Words = Omit<Written, 'why' | 'aside'>;
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

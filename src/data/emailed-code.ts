import { type askedMailSchema, saidOfMail } from '#lib/mail-outcome.ts';
import type { z } from '#lib/zod.ts';
import { AppError } from './app-error.ts';

/** Where the six digits of an email went, or when they leave. */
export const saidOfCode = ({ email, mail }: z.output<typeof askedMailSchema>): string =>
  saidOfMail(mail, `We emailed six digits to ${email}. They work for 15 minutes.`);

/** What a wrong code is refused with: the answer says it, so that the database keeps the try. */
export function codeRefused(): AppError {
  const code = 'code_refused';
  return new AppError({ code, message: code, field: 'code', status: 422 });
}

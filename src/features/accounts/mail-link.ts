import { sixDigits } from '#lib/digits-code.ts';
import { emailSchema } from '#lib/email.ts';
import { z } from '#lib/zod.ts';

/** What the link of a mail may be for, as the auth service names it. */
const LINK_TYPES = [
  'signup',
  'recovery',
  'magiclink',
  'invite',
  'email_change',
  'email_change_undo',
  'email',
] as const;
export type LinkType = (typeof LINK_TYPES)[number];

/** The kind of a link, or null for none that is known. */
export function linkType(value: string | null | undefined): LinkType | null {
  return LINK_TYPES.find((type) => type === value) ?? null;
}

/** Links whose press is followed by the choice of a password. */
export function asksForPassword(type: LinkType): boolean {
  return type === 'recovery' || type === 'invite' || type === 'email_change_undo';
}

/** The code that stands beside a link, with the address that the mail went to. */
export const codeSchema = z.object({
  email: emailSchema,
  code: sixDigits('Please enter the six digits'),
});

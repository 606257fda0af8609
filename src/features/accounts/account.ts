import type { Language } from '#config/language.ts';
import { emailSchema } from '#lib/email.ts';
import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Role } from '#lib/options.ts';
import { optionalLine, requiredLine } from '#lib/text.ts';
import { isVisible, oneLine } from '#lib/visible-text.ts';
import { z } from '#lib/zod.ts';

const passwordSchema = z
  .string(MESSAGES.password_too_short)
  .min(LIMITS.passwordMin, MESSAGES.password_too_short)
  .max(LIMITS.passwordMax, MESSAGES.password_too_long);

/** Sign in and sign up (section 5). */
export const credentialsSchema = z.object({ email: emailSchema, password: passwordSchema });

/** What sign-up asks for besides: a display name, which may stay empty (section 2). */
const displayNameSchema = optionalLine(LIMITS.name, MESSAGES.name_too_long);
export const signUpSchema = z.object({ name: displayNameSchema, ...credentialsSchema.shape });

/** Asking for a mail or for another address, and the password that ends a recovery. */
export const emailFormSchema = credentialsSchema.pick({ email: true });
export const newPasswordSchema = credentialsSchema.pick({ password: true });

/** The settings' two forms. */
export const displayNameFormSchema = z.object({
  name: requiredLine(1, MESSAGES.name_required, LIMITS.name, MESSAGES.name_too_long),
});
export const passwordChangeSchema = z.object({
  present: z.string().min(1, 'Required'),
  next: passwordSchema,
});

/** Roles a person may pick at sign-up; admin is granted by an operator only. */
export const SIGN_UP_ROLES = ['client', 'artist'] as const satisfies readonly Role[];
export type SignUpRole = (typeof SIGN_UP_ROLES)[number];

export function signUpRole(value: string | null | undefined): SignUpRole {
  return value === 'artist' ? 'artist' : 'client';
}

interface AuthUser {
  email?: string | undefined;
  user_metadata?: Record<string, unknown> | undefined;
}

/** Name from the account's metadata, or the part of the email before the at-sign (section 2). */
export function displayName(user: AuthUser): string {
  const name = user.user_metadata?.name;
  if (typeof name === 'string' && isVisible(name)) return oneLine(name);
  return user.email?.split('@')[0] || 'Account';
}

/** Language from the account's metadata, as the database reads it. */
export const accountLanguage = ({ user_metadata }: AuthUser): Language =>
  user_metadata?.locale === 'es' ? 'es' : 'en';

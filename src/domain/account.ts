import { z } from 'zod';
import { MESSAGES } from './errors.ts';
import { LIMITS } from './limits.ts';
import { isRole, ROLES, type Role } from './options.ts';
import { emailSchema } from './quote.ts';

export const passwordSchema = z
  .string()
  .min(LIMITS.passwordMin, MESSAGES.password_too_short)
  .max(LIMITS.passwordMax, MESSAGES.password_too_long);

/** Sign in and sign up (section 5). */
export const credentialsSchema = z.object({ email: emailSchema, password: passwordSchema });
export type Credentials = z.output<typeof credentialsSchema>;

export const newsletterSchema = z.object({
  email: z.string().trim().pipe(emailSchema).or(z.never()),
});

/** Roles a person may pick at sign-up; admin is granted by an operator only. */
export const SIGN_UP_ROLES = ['client', 'artist'] as const satisfies readonly Role[];
export type SignUpRole = (typeof SIGN_UP_ROLES)[number];

export function signUpRole(value: string | null | undefined): SignUpRole {
  return value === 'artist' ? 'artist' : 'client';
}

/** Name from the account's metadata, or the part of the e-mail before the at-sign (section 2). */
export function displayName(user: { email?: string; user_metadata?: { name?: unknown } }): string {
  const name = user.user_metadata?.name;
  if (typeof name === 'string' && name.trim()) return name.trim();
  return user.email?.split('@')[0] || 'Account';
}

export { isRole, ROLES, type Role };

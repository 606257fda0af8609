import { oneLine } from '#lib/visible-text.ts';

/** An account as the auth service gives it. Apart from the rules, so that a form can fill itself in without zod. */
interface AccountUser {
  email?: string | undefined;
  phone?: string | undefined;
  user_metadata?: Record<string, unknown> | undefined;
}

export interface AccountContact {
  /** The name typed at sign-up; empty where there is none, and never made from the email. */
  givenName: string;
  email: string;
  phone: string;
}

/** How an account says that its person is called and reached. */
export function contactOf(user: AccountUser): AccountContact {
  const { name, phone } = user.user_metadata ?? {};
  return {
    givenName: typeof name === 'string' ? oneLine(name) : '',
    email: user.email ?? '',
    phone: (typeof phone === 'string' && phone.trim()) || user.phone || '',
  };
}

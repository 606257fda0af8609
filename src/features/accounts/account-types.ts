import type { Language } from '#config/language.ts';

export interface ShellAccount {
  id: string;
  email: string;
  name: string;
  /** The address that waits for its confirmation. */
  newEmail: string | null;
  /** That our emails to them are in. */
  language: Language;
}

export interface TabProps {
  account: ShellAccount;
}

import type { ShellAccount } from '#ui/dashboard/types.ts';

export interface AdminTabProps {
  account: ShellAccount;
  /** The signed-in admin: cover photos are kept in their folder. */
  userId: string;
}

import type { ShellAccount } from '#ui/dashboard/types.ts';

export interface AdminTabProps {
  account: ShellAccount;
}

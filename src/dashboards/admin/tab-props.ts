import type { ShellAccount } from '../shell/types.ts';

export interface AdminTabProps {
  account: ShellAccount;
}

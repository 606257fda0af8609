import type { ShellAccount } from '#features/accounts/account-types.ts';

/** One link of the sidebar. `tab` names a drawing of icons.tsx as well; an unknown one shows a dot. */
export interface ShellLink {
  tab: string;
  label: string;
  href: string;
  current: boolean;
  /** How much is new there, or is waiting. */
  count?: number;
  unit?: string;
}

/** Links under a heading of the sidebar. */
export interface ShellGroup {
  title: string;
  links: readonly ShellLink[];
}

/** Whether the person may see the page yet: `wait` while that is being found out or while leaving. */
export type ShellAccess =
  | { state: 'wait' }
  | { state: 'retry' }
  | { state: 'ready'; account: ShellAccount };

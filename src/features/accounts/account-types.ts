export interface ShellAccount {
  id: string;
  email: string;
  name: string;
  /** The address that waits for its confirmation. */
  newEmail: string | null;
}

export interface TabProps {
  account: ShellAccount;
}

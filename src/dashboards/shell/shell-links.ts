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

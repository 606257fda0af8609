import { OTHER } from '#config/language.ts';
import { LANGUAGE_NAMES, pathIn } from '#config/language-paths.ts';
import { paths } from '#config/paths.ts';
import type { ShellAccount } from '#features/accounts/account-types.ts';
import { countText } from '#features/notifications/count-text.ts';
import { cx } from '#ui/cx.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { Brand, PaintStripe } from './Brand.tsx';
import { ShellIcon } from './icons.tsx';
import type { ShellGroup, ShellLink } from './shell-links.ts';

interface Props {
  /** Narrow rail: icons only, names kept for screen readers and as tooltips. */
  compact?: boolean;
  menu: readonly ShellGroup[];
  account: ShellAccount | null;
  onLogout: () => void;
}

const ROW =
  'relative flex min-h-10 w-full cursor-pointer items-center gap-3 rounded-control px-3.5 py-2 text-left text-sm font-medium no-underline';
const AT_REST = 'text-ink-2 hover:bg-line/50 hover:text-ink';
const CURRENT = 'bg-ink text-paper';

/** The sidebar's content: 'Main Site', 'Dashboard', who is signed in, and Logout (section 2). */
export function SidebarNav({ compact = false, menu, account, onLogout }: Props) {
  const pad = compact ? 'py-3' : 'p-3';
  // A press on the served page, before its code is there, would be lost.
  const hydrated = useHydrated();
  return (
    <div className="flex h-full flex-col overflow-x-hidden overflow-y-auto">
      <PaintStripe />
      <Brand compact={compact} />
      <nav aria-label="Dashboard" className={cx('flex-1', pad)}>
        {menu.map((group) => (
          <SidebarGroup key={group.title} group={group} compact={compact} />
        ))}
      </nav>
      <div className={cx('border-line border-t', pad)}>
        {account && !compact && <Person account={account} />}
        <LanguageRow menu={menu} compact={compact} />
        <button
          type="button"
          onClick={onLogout}
          disabled={!hydrated}
          className={cx(ROW, AT_REST)}
          title={compact ? 'Logout' : undefined}
        >
          <ShellIcon name="logout" />
          <span className={compact ? 'sr-only' : 'truncate'}>Logout</span>
        </button>
      </div>
    </div>
  );
}

/** The same tab, with all that its address says, in the other language. */
function LanguageRow({ menu, compact }: Pick<Props, 'menu'> & { compact: boolean }) {
  const current = menu.flatMap(({ links }) => links).find((link) => link.current);
  return (
    <a
      href={pathIn(OTHER, current?.href ?? paths.home)}
      lang={OTHER}
      hrefLang={OTHER}
      onClick={({ currentTarget }) => {
        const { search, hash } = location;
        Object.assign(currentTarget, { search, hash });
      }}
      className={cx(ROW, AT_REST)}
      title={compact ? LANGUAGE_NAMES[OTHER] : undefined}
    >
      <span aria-hidden="true" className="w-5 shrink-0 text-center font-bold text-xs uppercase">
        {OTHER}
      </span>
      <span className={compact ? 'sr-only' : 'truncate'}>{LANGUAGE_NAMES[OTHER]}</span>
    </a>
  );
}

function SidebarGroup({ group, compact }: { group: ShellGroup; compact: boolean }) {
  const heading = compact
    ? 'sr-only'
    : 'px-3.5 pb-1.5 font-semibold text-ink-2 text-xs uppercase tracking-wider';
  return (
    <section className="mb-5">
      <h2 className={heading}>{group.title}</h2>
      <ul className="space-y-0.5">
        {group.links.map((link) => (
          <li key={link.tab}>
            <SidebarLink link={link} compact={compact} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SidebarLink({ link, compact }: { link: ShellLink; compact: boolean }) {
  return (
    <a
      href={link.href}
      aria-current={link.current ? 'page' : undefined}
      className={cx(ROW, link.current ? CURRENT : AT_REST)}
      title={compact ? link.label : undefined}
    >
      <ShellIcon name={link.tab} />
      <span className={compact ? 'sr-only' : 'truncate'}>{link.label}</span>
      {link.count && <Count count={link.count} unit={link.unit} compact={compact} />}
    </a>
  );
}

interface CountProps {
  count: number;
  unit: string | undefined;
  compact: boolean;
}

/** How much is new in a tab, or is waiting; a dot where there is no room. */
function Count({ count, unit, compact }: CountProps) {
  return (
    <span
      className={cx(
        'rounded-full bg-brand font-bold text-brand-ink text-xs',
        compact ? 'absolute top-1.5 right-1.5 size-2.5' : 'ml-auto px-2 py-0.5 tabular-nums',
      )}
    >
      <span className={compact ? 'sr-only' : undefined}>{countText(count)}</span>
      <span className="sr-only">{` ${unit}`}</span>
    </span>
  );
}

function Person({ account }: { account: ShellAccount }) {
  return (
    <div className="px-3.5 pb-2">
      <p className="truncate font-semibold text-ink" title={account.name}>
        {account.name}
      </p>
      <p className="truncate text-ink-2 text-xs" title={account.email}>
        {account.email}
      </p>
    </div>
  );
}

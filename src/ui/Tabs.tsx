import { cx } from './cx.ts';

export interface TabLink {
  href: string;
  label: string;
  current: boolean;
  /** A small figure after the label. */
  count?: number | undefined;
}

/** Tabs that are links: every tab has a URL, so Back, sharing and opening in a new window work. */
export function Tabs({ label, items }: { label: string; items: readonly TabLink[] }) {
  return (
    <nav aria-label={label} className="-mx-1 overflow-x-auto border-line border-b">
      <ul className="flex min-w-max gap-1 px-1">
        {items.map((item) => (
          <li key={item.href}>
            <a
              href={item.href}
              aria-current={item.current ? 'page' : undefined}
              className={cx(
                'inline-flex min-h-11 items-center gap-2 border-b-3 px-4 font-semibold no-underline',
                item.current
                  ? 'border-brand text-ink'
                  : 'border-transparent text-ink-2 hover:border-line hover:text-ink',
              )}
            >
              {item.label}
              {item.count !== undefined && (
                <span className="rounded-full bg-paper-2 px-2 text-sm tabular-nums">
                  {item.count}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

import { cx } from '#ui/cx.ts';
import type { ShellGroup } from './shell-links.ts';

/** Links to the tabs of a group, the open one marked. */
export function GroupTabs({ group }: { group: ShellGroup }) {
  return (
    <nav aria-label={group.title} className="-mt-2 mb-6 border-line border-b">
      <ul className="flex flex-wrap gap-x-6">
        {group.links.map(({ tab, label, href, current }) => (
          <li key={tab}>
            <a
              href={href}
              aria-current={current ? 'page' : undefined}
              className={cx(
                '-mb-px grid min-h-11 place-items-center border-b-3 font-semibold text-sm no-underline',
                current
                  ? 'border-brand text-ink'
                  : 'border-transparent text-ink-2 hover:border-line hover:text-ink',
              )}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

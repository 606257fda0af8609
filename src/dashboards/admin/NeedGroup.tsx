import { type ReactNode, useId } from 'react';
import { grouped } from '#lib/format.ts';
import type { Pieces } from '#ui/pieces.ts';

interface GroupProps {
  title: string;
  of: {
    /** How many there are; the group shows the first of them. */
    total: number;
    rows: readonly unknown[];
    /** How many more wait for over a month: those are only counted. */
    older?: number;
  };
  /** Where all of them are; those without a place of their own follow as the first are done. */
  href?: string;
  children: ReactNode;
}

/** Things of one kind that wait for an admin; nothing while there is none. */
export function NeedGroup({ title, of, href, children }: GroupProps) {
  const id = useId();
  const { total, older = 0 } = of;
  const all = total + older;
  if (all === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
        <h2 id={id} className="font-display text-xl">
          <span>{title}</span>{' '}
          <span className="text-ink-2 tabular-nums">
            <span className="sr-only">, </span>
            <span>
              {older > 0 ? `${grouped(total)} new, ${grouped(older)} older` : grouped(total)}
            </span>
          </span>
        </h2>
        {href && all > of.rows.length && (
          <a href={href} className="ms-auto text-sm underline underline-offset-4">
            <span>{`Show all ${grouped(all)}`}</span>
            <span className="sr-only">{` ${title.toLowerCase()}`}</span>
          </a>
        )}
      </div>
      {total > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-paper-2 shadow-card">
          {children}
        </ul>
      )}
    </section>
  );
}

interface NeedProps {
  /** Before the text. */
  picture?: Pieces;
  title: ReactNode;
  /** What else one needs to know. */
  children?: ReactNode;
  /** The one or two things that can be done. */
  actions: ReactNode;
}

/** One thing that waits, with what can be done about it. */
export function AdminNeed({ picture, title, children, actions }: NeedProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      {picture}
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <p className="font-semibold">{title}</p>
        <div className="text-ink-2 text-sm">{children}</div>
      </div>
      <div className="flex flex-wrap gap-2">{actions}</div>
    </li>
  );
}

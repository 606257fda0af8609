import type { ReactNode } from 'react';
import type { Pieces } from './pieces.ts';

interface EmptyStateProps {
  /** The sentence of the specification. */
  title: string;
  children?: ReactNode;
  /** A button or a link that leads on. */
  action?: Pieces;
}

/** What a list shows when it has nothing to show: a blank wall, a sentence, a way on. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-card border-2 border-line border-dashed px-6 py-12 text-center">
      <svg aria-hidden="true" viewBox="0 0 96 64" className="h-16 text-line" fill="none">
        <path
          d="M2 2h92v60H2zM2 17h92M2 32h92M2 47h92M26 2v15M58 2v15M84 2v15M12 17v15M44 17v15M72 17v15M26 32v15M58 32v15M84 32v15M12 47v15M44 47v15M72 47v15"
          stroke="currentColor"
          strokeWidth="2"
        />
        <path
          d="M30 44c8-26 24-28 36-20"
          className="stroke-accent"
          strokeWidth="7"
          strokeLinecap="round"
        />
      </svg>
      <p className="font-display text-ink text-xl text-balance">{title}</p>
      {children && <div className="max-w-prose text-ink-2">{children}</div>}
      {action}
    </div>
  );
}

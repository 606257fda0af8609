import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type BadgeTone = 'neutral' | 'brand' | 'accent' | 'leaf' | 'river' | 'clay' | 'danger';

// A colored edge and dot on plain paper: the text keeps its contrast in both schemes.
const TONES: Record<BadgeTone, string> = {
  neutral: 'border-line before:bg-ink-2',
  brand: 'border-brand before:bg-brand',
  accent: 'border-accent before:bg-accent',
  leaf: 'border-leaf before:bg-leaf',
  river: 'border-river before:bg-river',
  clay: 'border-clay before:bg-clay',
  danger: 'border-danger before:bg-danger',
};

/** A short state or label. The text says it; the color only helps. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex w-fit items-center gap-1.5 whitespace-nowrap rounded-full border bg-paper px-2.5 py-0.5 font-medium text-ink text-sm',
        'before:size-2 before:rounded-full',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}

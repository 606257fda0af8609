import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import type { Pieces } from '../pieces.ts';
import { Input } from './controls.tsx';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  /** Has more than one line, and its radio button beside the first. */
  tall?: boolean;
  children: Pieces;
}

/** One of a few choices: the whole card can be pressed. */
export function RadioCard({ tall, className, children, ...radio }: Props) {
  return (
    <label
      className={cx(
        'flex cursor-pointer gap-3 rounded-control border hover:border-ink has-checked:border-brand has-checked:bg-brand/8',
        tall ? 'items-start p-3' : 'items-center px-3 py-2',
        className,
      )}
    >
      <Input
        type="radio"
        {...radio}
        className={cx(tall && 'mt-1', 'size-4 shrink-0 accent-brand')}
      />
      {children}
    </label>
  );
}

import { cx } from './cx.ts';

/** A small turning ring. Decorative: say what is loading beside it, or pass `label`. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span
      role={label ? 'status' : undefined}
      className={cx('inline-flex items-center gap-2', className)}
    >
      <span
        aria-hidden="true"
        className="size-[1em] animate-spin rounded-full border-2 border-current border-t-transparent motion-reduce:animate-pulse"
      />
      {label && <span>{label}</span>}
    </span>
  );
}

/** A quiet block in the place of something that is loading; give it its size by `className`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={cx(
        'animate-pulse rounded-control bg-line/60 motion-reduce:animate-none',
        className,
      )}
    />
  );
}

import { SITE } from '#config/site.ts';
import { cx } from '#ui/cx.ts';

/** The product's colors in a row. */
export function PaintStripe({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className={cx('flex h-1.5 shrink-0 *:flex-1', className)}>
      <span className="bg-brand" />
      <span className="bg-accent" />
      <span className="bg-river" />
      <span className="bg-clay" />
      <span className="bg-leaf" />
    </div>
  );
}

/** The mark of the public pages' logo, and its name where there is room. No link: 'Home' stands right below. */
export function Brand({ compact }: { compact: boolean }) {
  return (
    <div className={cx('flex items-center gap-2.5 pt-4 pb-2', compact ? 'justify-center' : 'px-6')}>
      <svg viewBox="0 0 40 40" className="size-8 shrink-0" aria-hidden="true">
        <rect width="40" height="40" rx="9" fill="#17133a" />
        <path d="M7 33V17.5a6 6 0 0 1 12 0V33z" fill="#ff4f9a" />
        <path d="M21 33V17.5a6 6 0 0 1 12 0V33z" fill="#ffb52e" />
        <path d="M7 33v-8.5h12V33z" fill="#12a4b0" />
        <path d="M21 33v-4.5h12V33z" fill="#f2683c" />
      </svg>
      {!compact && (
        <span className="font-display text-2xl leading-none tracking-tight">{SITE.name}</span>
      )}
    </div>
  );
}

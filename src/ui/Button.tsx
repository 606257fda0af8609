import type { ComponentProps, MouseEvent } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './Spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

// The shapes come from src/styles/components.css, which plain pages use too.
const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'btn-brand',
  secondary: 'border-edge bg-paper-2 text-ink',
  ghost: 'text-ink hover:bg-paper-2',
  danger: 'border-danger text-danger',
};

const SIZES: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-3 py-1 text-sm',
  md: '',
  lg: 'btn-lg',
};

/** The classes of a button, for links that look like one. */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'md'): string {
  return cx('btn', VARIANTS[variant], SIZES[size]);
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** While true the button keeps its focus, shows a spinner and ignores presses. */
  busy?: boolean;
}

/**
 * A button of the product. `disabled` and `busy` are told by `aria-disabled` and not by the attribute,
 * which would throw the focus of a keyboard user back to the top of the page.
 */
export function Button(props: ButtonProps) {
  const { variant, size, busy = false, disabled = false, className, onClick, ...rest } = props;
  const inert = busy || disabled;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (inert) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={cx(buttonClass(variant, size), className)}
      aria-disabled={inert || undefined}
      aria-busy={busy || undefined}
      onClick={press}
    >
      {busy && <Spinner />}
      <span className="contents">{rest.children}</span>
    </button>
  );
}

/** The button of a row, a list or a field, beside which others are more important. */
export function SmallButton(props: Omit<ButtonProps, 'variant' | 'size'>) {
  return <Button {...props} variant="secondary" size="sm" />;
}

interface ButtonLinkProps extends ComponentProps<'a'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
  return <a {...rest} className={cx(buttonClass(variant, size), className)} />;
}

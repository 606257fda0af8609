import { ButtonLink, type ButtonVariant } from './Button.tsx';

interface Props {
  title: string;
  text: string;
  /** The way on. */
  link?: { href: string; label: string; variant?: ButtonVariant };
}

/** What there is to say in a form's place: it was sent, or there is nothing to send. */
export function FormOutcome({ title, text, link }: Props) {
  return (
    <div className="flex flex-col items-start gap-4">
      <p role="status" className="font-display text-2xl">
        {title}
      </p>
      <p className="max-w-prose text-lg">{text}</p>
      {link && (
        <ButtonLink variant={link.variant ?? 'secondary'} href={link.href}>
          {link.label}
        </ButtonLink>
      )}
    </div>
  );
}

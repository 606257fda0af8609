import type { Pieces } from './pieces.ts';

interface Props {
  title: string;
  text: string;
  action?: Pieces;
}

/** What there is to say in a form's place: it was sent, or there is nothing to send. */
export function FormOutcome({ title, text, action }: Props) {
  return (
    <div className="flex flex-col items-start gap-4">
      <p role="status" className="font-display text-2xl">
        {title}
      </p>
      <p className="max-w-prose text-lg">{text}</p>
      {action}
    </div>
  );
}

import { Button } from '../Button.tsx';
import type { Pieces } from '../pieces.ts';

interface Props {
  /** 'Chosen leads'. */
  label: string;
  count: number;
  onChooseAll: (on: boolean) => void;
  /** What can be done with them together. */
  children: Pieces;
}

/** Stays in sight above a list while rows of it are chosen. */
export function ChosenBar({ label, count, onChooseAll, children }: Props) {
  return (
    <section
      aria-label={label}
      className="sticky top-16 z-5 flex flex-wrap items-center gap-2 rounded-card border border-edge bg-paper-2 px-4 py-2 shadow-card"
    >
      <p role="status" className="mr-auto font-semibold text-sm">{`${count} chosen`}</p>
      <Button variant="ghost" size="sm" onClick={() => onChooseAll(true)}>
        Choose All on This Page
      </Button>
      <Button variant="ghost" size="sm" onClick={() => onChooseAll(false)}>
        Choose None
      </Button>
      {children}
    </section>
  );
}

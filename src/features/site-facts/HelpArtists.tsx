import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import type { Pieces } from '#ui/pieces.ts';

interface Props {
  label?: string;
  open?: boolean;
  children: Pieces;
}

/** What artists would ask next, folded away: none of it is needed. Not part of the served page, which is smaller so. */
export function HelpArtists({ label = 'Help artists answer faster', open, children }: Props) {
  const hydrated = useHydrated();
  return (
    <details open={open} className="noscript:hidden print:hidden">
      <summary className="w-fit cursor-pointer py-2.5 font-semibold">{label}</summary>
      {hydrated && <div className="py-2">{children}</div>}
    </details>
  );
}

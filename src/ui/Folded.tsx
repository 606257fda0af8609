import type { Pieces } from './pieces.ts';

interface Props {
  /** Its heading, inline. */
  title: Pieces;
  /** What it comes to. */
  line?: string;
  /** Something in it is being looked at. */
  open?: boolean;
  children: Pieces;
}

/** What is finished: a line that opens. */
export function Folded({ title, line, open = false, children }: Props) {
  return (
    <details open={open || undefined} className="min-w-0 rounded-card border border-line p-5">
      <summary className="cursor-pointer wrap-anywhere">
        {title}
        {line && <span className="ms-3">{line}</span>}
      </summary>
      <div className="mt-4 flex flex-col gap-4">{children}</div>
    </details>
  );
}

import type { Pieces } from './pieces.ts';

interface Props {
  /** Its heading, inline, and what it comes to in a line. */
  summary: Pieces;
  children: Pieces;
}

/** What is finished: a line that opens. */
export function Folded({ summary, children }: Props) {
  return (
    <details className="min-w-0 rounded-card border border-line p-5">
      <summary className="cursor-pointer wrap-anywhere">{summary}</summary>
      <div className="mt-4 flex flex-col gap-4">{children}</div>
    </details>
  );
}

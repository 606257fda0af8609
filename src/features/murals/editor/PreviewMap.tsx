import { Land } from '#features/map/Land.tsx';
import { type Position, toMap } from '#features/map/projection.ts';
import { percentIn, windowAround } from '#features/map/window.ts';

/** So wide that a town or two are on it, to see where the wall is. */
const WIDTH = 480;

/** Where the wall is, as its page shows it. */
export function PreviewMap({ point, title }: { point: Position; title: string }) {
  const at = toMap(point);
  const window = windowAround(at, WIDTH);
  const here = percentIn(window, at);
  return (
    <svg
      role="img"
      aria-label={`Around ${title}`}
      className="mt-6 block aspect-4/3 w-full max-w-3xl rounded-card border border-line bg-paper-2"
    >
      <Land window={window} marks={[here]} />
      <circle
        cx={`${here.x}%`}
        cy={`${here.y}%`}
        r="11"
        strokeWidth="3"
        className="fill-accent stroke-ink"
      />
    </svg>
  );
}

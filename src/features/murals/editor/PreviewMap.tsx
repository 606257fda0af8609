import { type Position, toMap } from '#features/map/projection.ts';
import { landIn } from '#features/map/shapes.ts';
import { townsIn } from '#features/map/towns.ts';
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
      <svg aria-hidden="true" viewBox={`${window.x} ${window.y} ${window.width} ${window.height}`}>
        {landIn(window).map(({ path }) => (
          <path
            key={path}
            d={path}
            vectorEffect="non-scaling-stroke"
            className="fill-accent/15 stroke-paper nth-[4n]:fill-river/15 nth-[4n+2]:fill-leaf/15 nth-[4n+3]:fill-brand/10"
            strokeWidth="2"
          />
        ))}
      </svg>
      {townsIn(window, new Set(), { labels: [], marks: [here] }).map(({ text, at: place }, n) => (
        <text
          // biome-ignore lint/suspicious/noArrayIndexKey: Texas has two towns of some names
          key={n}
          x={`${place.x}%`}
          y={`${place.y}%`}
          dy="0.35em"
          textAnchor="middle"
          fontSize="14"
          className="fill-ink-2"
        >
          {text}
        </text>
      ))}
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

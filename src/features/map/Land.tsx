import type { MapPoint } from './projection.ts';
import { landIn, type MapWindow } from './shapes.ts';
import { townsIn } from './towns.ts';

/** Counties, and towns that leave room for the marks (places in percent). Stands within an `<svg>`. */
export function Land({ window, marks }: { window: MapWindow; marks: readonly MapPoint[] }) {
  return (
    <>
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
      {townsIn(window, new Set(), { labels: [], marks }).map(({ text, at }, place) => (
        <text
          // biome-ignore lint/suspicious/noArrayIndexKey: Texas has two towns of some names
          key={place}
          x={`${at.x}%`}
          y={`${at.y}%`}
          dy="0.35em"
          textAnchor="middle"
          fontSize="14"
          className="fill-ink-2"
        >
          {text}
        </text>
      ))}
    </>
  );
}

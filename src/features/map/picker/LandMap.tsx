import type { KeyboardEvent, MouseEvent } from 'react';
import { Land } from '../Land.tsx';
import { type MapPoint, type Position, toMap } from '../projection.ts';
import type { MapWindow } from '../shapes.ts';
import { isInside, percentIn } from '../window.ts';

interface LandMapProps {
  window: MapWindow;
  point: Position | null;
  center: Position | null;
  describedBy: string;
  onPress: (point: MapPoint) => void;
  /** By so many steps to the east and to the south. */
  onMove: (steps: MapPoint) => void;
  onZoom: (closer: boolean) => void;
}

const ARROWS: Record<string, MapPoint> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** With Shift held, of a step. */
const FINE = 0.1;

/** Counties, towns and one point that follows presses and arrow keys. */
export function LandMap({ window, point, center, describedBy, ...on }: LandMapProps) {
  const press = ({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    on.onPress({
      x: window.x + ((clientX - left) / width) * window.width,
      y: window.y + ((clientY - top) / height) * window.height,
    });
  };
  const key = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    const zoom = { '+': true, '=': true, '-': false }[event.key];
    if ((!arrow && zoom === undefined) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const by = event.shiftKey ? FINE : 1;
    if (arrow) on.onMove({ x: arrow.x * by, y: arrow.y * by });
    else if (zoom !== undefined) on.onZoom(zoom);
  };
  const marks = [point, center].flatMap((one) => (one ? [percentIn(window, toMap(one))] : []));
  return (
    <div
      role="application"
      aria-label="Map"
      aria-describedby={describedBy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes keys, as an application does.
      tabIndex={0}
      onClick={press}
      onKeyDown={key}
      className="aspect-4/3 w-full cursor-crosshair touch-manipulation overflow-hidden rounded-card border border-edge bg-paper-2"
    >
      <svg width="100%" height="100%" aria-hidden="true" className="block select-none">
        <Land window={window} marks={marks} />
        {center && <Mark window={window} at={center} className="fill-transparent stroke-river" />}
        {point && <Mark window={window} at={point} className="fill-brand stroke-paper-2" />}
      </svg>
    </div>
  );
}

function Mark({ window, at, className }: { window: MapWindow; at: Position; className: string }) {
  const mapPoint = toMap(at);
  if (!isInside(window, mapPoint)) return null;
  const { x, y } = percentIn(window, mapPoint);
  return <circle cx={`${x}%`} cy={`${y}%`} r="9" strokeWidth="3" className={className} />;
}

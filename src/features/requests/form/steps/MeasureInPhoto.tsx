import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { measuredByDoor, type Stretch, type WallPoint } from '#features/estimates/wall-size.ts';
import { clamp } from '#lib/clamp.ts';
import { Button } from '#ui/Button.tsx';

/** What is tapped, in this order: the two ends of a door, of the wall's width and of its height. */
const MARKS = [
  'the top of a door',
  'the bottom of that door',
  'the left end of the wall',
  'the right end of the wall',
  'the top of the wall',
  'the bottom of the wall',
] as const;

/** The size of a wall whose six marks are set; null where the door has no height. */
function sizeOf(points: readonly WallPoint[]) {
  const pair = (n: number) => [points[n], points[n + 1]] as unknown as Stretch;
  return measuredByDoor(pair(0), { width: pair(2), height: pair(4) });
}

export interface MeasureProps {
  /** The address of the photo, and of a small copy for a browser that cannot draw it. */
  src: string;
  small: string | null;
  onSize: (size: { width: number; height: number }) => void;
  onClose: () => void;
}

/** A photo in which the client taps the ends of a door and of the wall; arrow keys and Enter set the same marks. */
export function MeasureInPhoto({ src, small, onSize, onClose }: MeasureProps) {
  const [shown, setShown] = useState(src);
  const [natural, setNatural] = useState({ width: 4, height: 3 });
  const [points, setPoints] = useState<readonly WallPoint[]>([]);
  const [again, setAgain] = useState(false);
  const [cursor, setCursor] = useState<WallPoint | null>(null);
  const { width, height } = natural;

  const set = (point: WallPoint) => {
    const next = [...points, point];
    setAgain(false);
    if (next.length < MARKS.length) return setPoints(next);
    const size = sizeOf(next);
    setAgain(!size);
    setPoints([]);
    return size && onSize(size);
  };
  const tap = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    set({
      x: ((event.clientX - box.left) / box.width) * width,
      y: ((event.clientY - box.top) / box.height) * height,
    });
  };
  const key = useArrows(natural, cursor, setCursor, set);
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="font-semibold">
        <span>{again && 'That door has no height. '}</span>
        <span>{points.length + 1}</span> of {MARKS.length}: tap <span>{MARKS[points.length]}</span>.
      </p>
      <div
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is operated by keyboard.
        tabIndex={0}
        aria-label="Photo of the wall. Arrow keys move the mark, Enter sets it."
        className="quote-measure"
        // By the click itself: the last mark closes the photo, and a click of its own would hit what lies below.
        onClick={tap}
        onKeyDown={key}
      >
        <img
          src={shown}
          onError={() => small && setShown(small)}
          alt=""
          onLoad={({ currentTarget: image }) =>
            setNatural({ width: image.naturalWidth, height: image.naturalHeight })
          }
        />
        <Marks natural={natural} points={points} cursor={cursor} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          size="sm"
          variant="secondary"
          disabled={points.length === 0}
          onClick={() => setPoints(points.slice(0, -1))}
        >
          Undo
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Stop Measuring
        </Button>
      </div>
      <p className="text-ink-2 text-sm">
        We assume a 6 ft 8 in door. Use one in the wall itself, not closer to you.
      </p>
    </div>
  );
}

/** Moves a mark by arrow keys, ten times as far with Shift, and sets it by Enter. */
function useArrows(
  { width, height }: { width: number; height: number },
  cursor: WallPoint | null,
  onCursor: (point: WallPoint) => void,
  onSet: (point: WallPoint) => void,
) {
  const last = useRef<WallPoint | null>(null);
  last.current = cursor;
  return (event: KeyboardEvent) => {
    const at = last.current ?? { x: width / 2, y: height / 2 };
    const far = (Math.max(width, height) / 200) * (event.shiftKey ? 10 : 1);
    const moves: Record<string, WallPoint> = {
      ArrowLeft: { x: -far, y: 0 },
      ArrowRight: { x: far, y: 0 },
      ArrowUp: { x: 0, y: -far },
      ArrowDown: { x: 0, y: far },
    };
    const move = moves[event.key];
    if (!move && event.key !== 'Enter') return;
    event.preventDefault();
    if (move) onCursor({ x: clamp(at.x + move.x, 0, width), y: clamp(at.y + move.y, 0, height) });
    else onSet(at);
  };
}

interface MarksProps {
  natural: { width: number; height: number };
  points: readonly WallPoint[];
  cursor: WallPoint | null;
}

function Marks({ natural: { width, height }, points, cursor }: MarksProps) {
  const r = Math.max(width, height) / 70;
  const pairs = [0, 2, 4].flatMap((n) => {
    const [from, to] = [points[n], points[n + 1]];
    return from && to ? [{ n, from, to }] : [];
  });
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {pairs.map(({ n, from, to }) => (
        <line
          key={n}
          x1={from.x}
          y1={from.y}
          x2={to.x}
          y2={to.y}
          data-door={n === 0 || undefined}
        />
      ))}
      {points.map((point, n) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the order is what a mark is.
          key={n}
          cx={point.x}
          cy={point.y}
          r={r}
          data-door={n < 2 || undefined}
        />
      ))}
      {cursor && (
        <path
          d={`M${cursor.x - 2 * r} ${cursor.y}h${4 * r}M${cursor.x} ${cursor.y - 2 * r}v${4 * r}`}
        />
      )}
    </svg>
  );
}

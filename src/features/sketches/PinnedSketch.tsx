import type { KeyboardEvent, MouseEvent } from 'react';
import { clamp } from '#lib/clamp.ts';
import { cx } from '#ui/cx.ts';
import { commentId } from './Comments.tsx';
import type { SketchVersion } from './sketch.ts';
import type { SketchDeskState } from './use-sketches.ts';

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const rounded = (share: number) => Math.round(clamp(share, 0, 1) * 1000) / 1000;

interface Props {
  desk: SketchDeskState;
  version: SketchVersion;
  url: string;
}

/** A sketch with its pins. A press on it says where the next comment belongs; arrow keys move its pin. */
export function PinnedSketch({ desk, version, url }: Props) {
  const { sketches, pins } = desk;
  const writes = sketches?.can.includes('pin') ?? false;
  const draft = pins.draft?.version === version.number ? pins.draft : null;
  const point = ({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>) => {
    if (!writes) return;
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    pins.place(
      version.number,
      rounded((clientX - left) / width),
      rounded((clientY - top) / height),
    );
  };
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step || !draft) return;
    event.preventDefault();
    const far = event.shiftKey ? 0.1 : 0.01;
    const [x, y] = [draft.x + step[0] * far, draft.y + step[1] * far];
    pins.place(version.number, rounded(x), rounded(y));
  };
  return (
    <div className="relative w-fit max-w-full self-center">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button below begins a comment, and arrow keys move it. */}
      <img
        src={url}
        alt={`Version ${version.number} of the sketch`}
        className={cx('max-h-[80vh] max-w-full rounded-card', writes && 'cursor-crosshair')}
        onClick={point}
      />
      {version.pins.map((pin, n) => (
        <a
          key={pin.id}
          href={`#${commentId(pin.id)}`}
          aria-label={`Comment ${n + 1}`}
          className="absolute grid size-11 -translate-x-1/2 -translate-y-1/2 place-items-center"
          style={{ left: `${pin.x * 100}%`, top: `${pin.y * 100}%` }}
          onClick={(event) => {
            // The address may hold the link of the request.
            event.preventDefault();
            document.getElementById(commentId(pin.id))?.focus();
          }}
        >
          <Dot>{String(n + 1)}</Dot>
        </a>
      ))}
      {draft && (
        <button
          type="button"
          aria-label="Place of the pin; arrow keys move it"
          className="absolute grid size-11 -translate-x-1/2 -translate-y-1/2 cursor-move place-items-center"
          style={{ left: `${draft.x * 100}%`, top: `${draft.y * 100}%` }}
          onKeyDown={move}
        >
          <Dot>+</Dot>
        </button>
      )}
    </div>
  );
}

function Dot({ children }: { children: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-7 place-items-center rounded-full border-2 border-plaster bg-night font-bold text-plaster text-sm"
    >
      {children}
    </span>
  );
}

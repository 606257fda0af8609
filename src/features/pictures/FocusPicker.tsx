import { type CSSProperties, type PointerEvent, useId } from 'react';
import { clamp } from '#lib/clamp.ts';
import { PlaceSliders } from '#ui/forms/Slider.tsx';
import type { Pieces } from '#ui/pieces.ts';

/** Where the eye should rest, from the left and from the top, each from 0 to 1. */
interface Focus {
  x: number;
  y: number;
}

interface Props {
  /** Draws the picture with these; it is asked for the whole one and for crops. */
  picture: (props: { className: string; style?: CSSProperties }) => Pieces;
  /** Null while the middle is good enough. */
  value: Focus | null;
  onChange: (value: Focus | null) => void;
}

const MIDDLE: Focus = { x: 0.5, y: 0.5 };
const rounded = (share: number) => Math.round(clamp(share, 0, 1) * 100) / 100;
const percent = (share: number) => `${Math.round(share * 100)}%`;

/** The crops in which pictures are shown: a square, a wide one and a tall one. */
const CROPS = ['aspect-square', 'aspect-video', 'aspect-3/4'];

/**
 * Chooses the point of a picture that every crop keeps: by pressing or dragging on it, or by two sliders. The component
 * that mounts it draws the picture, since some may be read with a session only.
 */
export function FocusPicker({ picture, value, onChange }: Props) {
  const hint = useId();
  const point = value ?? MIDDLE;
  const place = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return;
    onChange({
      x: rounded((event.clientX - box.left) / box.width),
      y: rounded((event.clientY - box.top) / box.height),
    });
  };
  return (
    <fieldset aria-describedby={hint} className="flex flex-col gap-3">
      <legend className="mb-1 font-semibold">Focus point</legend>
      <p id={hint} className="text-ink-2 text-sm">
        Tap what people should see first.
      </p>
      <div
        className="relative mx-auto max-w-full cursor-crosshair touch-none overflow-hidden rounded-control bg-line"
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          place(event);
        }}
        onPointerMove={(event) => event.buttons > 0 && place(event)}
      >
        {picture({ className: 'pointer-events-none block max-h-[45dvh] min-h-32 max-w-full' })}
        <span
          aria-hidden="true"
          style={{ left: percent(point.x), top: percent(point.y) }}
          className="pointer-events-none absolute size-8 -translate-x-1/2 -translate-y-1/2 rounded-full border-3 border-white bg-brand/40 shadow-[0_0_0_2px_#0008]"
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <PlaceSliders
          {...point}
          onChange={({ x, y }) => onChange({ x: rounded(x), y: rounded(y) })}
        />
      </div>
      <div aria-hidden="true" className="flex flex-wrap gap-3">
        {CROPS.map((crop) => (
          <div
            key={crop}
            className={`h-16 overflow-hidden rounded-control bg-line sm:h-24 ${crop}`}
          >
            {picture({
              className: 'size-full object-cover',
              style: { objectPosition: `${percent(point.x)} ${percent(point.y)}` },
            })}
          </div>
        ))}
      </div>
      {value && (
        <button
          type="button"
          className="self-start font-semibold text-sm underline underline-offset-4"
          onClick={() => onChange(null)}
        >
          Back to the middle
        </button>
      )}
    </fieldset>
  );
}

import { type PointerEvent, useEffect, useRef } from 'react';
import { type Crop, cropSquare, panned, zoomed } from '#features/pictures/crop.ts';

interface Props {
  bitmap: ImageBitmap;
  crop: Crop;
  onCrop: (change: (now: Crop) => Crop) => void;
}

const PREVIEW_PX = 576;

/**
 * The photo as it will be, and the arch in which the artist's page shows it. Dragging moves it, two fingers zoom; sliders
 * do the same by keyboard.
 */
export function CropPreview({ bitmap, crop, onCrop }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const fingers = useRef(new Map<number, { x: number; y: number }>());

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const { left, top, size } = cropSquare(bitmap.width, bitmap.height, crop);
    context.imageSmoothingQuality = 'high';
    context.clearRect(0, 0, PREVIEW_PX, PREVIEW_PX);
    context.drawImage(bitmap, left, top, size, size, 0, 0, PREVIEW_PX, PREVIEW_PX);
  }, [bitmap, crop]);

  const grab = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    const { current } = fingers;
    if (!current.has(event.pointerId)) return;
    const before = gripOf([...current.values()]);
    current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const now = gripOf([...current.values()]);
    const shown = event.currentTarget.clientWidth || 1;
    // The picture follows the fingers, so the square moves the other way.
    const [dx, dy] = [(before.x - now.x) / shown, (before.y - now.y) / shown];
    const closer = before.spread > 0 ? now.spread / before.spread : 1;
    // Each finger moves on its own, faster than what is shown.
    onCrop((crop) => panned(bitmap.width, bitmap.height, zoomed(crop, crop.zoom * closer), dx, dy));
  };
  const release = (event: PointerEvent<HTMLCanvasElement>) => {
    fingers.current.delete(event.pointerId);
  };

  return (
    <div className="relative mx-auto aspect-square w-full max-w-72 overflow-hidden rounded-card bg-line">
      <canvas
        ref={canvas}
        width={PREVIEW_PX}
        height={PREVIEW_PX}
        role="img"
        aria-label="Preview of your photo"
        onPointerDown={grab}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
        className="size-full cursor-grab touch-none active:cursor-grabbing"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-[10%] inset-y-0 rounded-t-full border-2 border-white border-b-0 shadow-[0_0_0_99rem_#17133a99]"
      />
    </div>
  );
}

/** The middle of the fingers, and how far two are apart. */
function gripOf([one = { x: 0, y: 0 }, other]: { x: number; y: number }[]) {
  if (!other) return { ...one, spread: 0 };
  return {
    x: (one.x + other.x) / 2,
    y: (one.y + other.y) / 2,
    spread: Math.hypot(one.x - other.x, one.y - other.y),
  };
}

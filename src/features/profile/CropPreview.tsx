import { type PointerEvent, useEffect, useRef } from 'react';
import { type Crop, cropSquare, panned } from '#features/pictures/crop.ts';

interface Props {
  bitmap: ImageBitmap;
  crop: Crop;
  onCrop: (crop: Crop) => void;
}

const PREVIEW_PX = 576;

/** The photo as it will be, square and as a circle's edge shows it. Dragging moves it; sliders do the same by keyboard. */
export function CropPreview({ bitmap, crop, onCrop }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const last = useRef<{ x: number; y: number } | null>(null);

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
    last.current = { x: event.clientX, y: event.clientY };
  };
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!last.current) return;
    const shown = event.currentTarget.clientWidth || 1;
    // The picture follows the pointer, so the square moves the other way.
    const dx = (last.current.x - event.clientX) / shown;
    const dy = (last.current.y - event.clientY) / shown;
    last.current = { x: event.clientX, y: event.clientY };
    onCrop(panned(bitmap.width, bitmap.height, crop, dx, dy));
  };
  const release = () => {
    last.current = null;
  };

  return (
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
      className="mx-auto aspect-square w-full max-w-72 cursor-grab touch-none rounded-card bg-line active:cursor-grabbing"
    />
  );
}

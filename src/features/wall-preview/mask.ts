import type { Point } from '#lib/homography.ts';
import type { Stroke } from './picture/composition.ts';
import { contextOf } from './sources.ts';

/** Draws all strokes on an empty mask. */
export function drawMask(mask: HTMLCanvasElement, strokes: readonly Stroke[]): void {
  contextOf(mask).clearRect(0, 0, mask.width, mask.height);
  for (const stroke of strokes) drawStroke(mask, stroke);
}

/** Draws a stroke, or what was added to it since its point `from`. */
export function drawStroke(mask: HTMLCanvasElement, stroke: Stroke, from = 0): void {
  const context = contextOf(mask);
  const at = ([x, y]: Point): Point => [x * mask.width, y * mask.height];
  context.globalCompositeOperation = stroke.erase ? 'destination-out' : 'source-over';
  const radius = stroke.radius * mask.width;
  context.lineWidth = radius * 2;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  const points = stroke.points.slice(Math.max(0, from - 1)).map(at);
  const [first] = points;
  if (first && points.length === 1) {
    // A single press is a dot; a line of no length is nothing.
    context.arc(...first, radius, 0, Math.PI * 2);
    context.fill();
    return;
  }
  for (const [i, point] of points.entries()) {
    if (i === 0) context.moveTo(...point);
    else context.lineTo(...point);
  }
  context.stroke();
}

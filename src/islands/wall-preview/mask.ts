import type { Stroke } from '#domain/wall-preview/composition.ts';
import type { Point } from '#domain/wall-preview/homography.ts';
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
  context.lineWidth = stroke.radius * 2 * mask.width;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  const points = stroke.points.slice(Math.max(0, from - 1)).map(at);
  for (const [i, point] of points.entries()) {
    if (i === 0) context.moveTo(...point);
    // A line of no length draws its round ends: a single press is a dot.
    if (i > 0 || points.length === 1) context.lineTo(...point);
  }
  context.stroke();
}

import type { Point, Quad } from '#lib/homography.ts';
import { element } from './elements.ts';

/** Width and height, in CSS pixels. */
export interface Room {
  width: number;
  height: number;
}

const SIDE = 120;
const ZOOM = 3;

/** A round glass that shows what is under the finger, in a corner where the finger is not. */
export function createMagnifier(wall: HTMLCanvasElement) {
  const density = Math.min(2, devicePixelRatio);
  const glass = element('canvas', {
    className: 'wall-magnifier',
    width: SIDE * density,
    height: SIDE * density,
    hidden: true,
    ariaHidden: 'true',
  });
  const context = glass.getContext('2d');
  let at: Point | null = null;
  return {
    element: glass,
    move(to: Point | null) {
      at = to;
      glass.hidden = !to;
      if (to) glass.classList.toggle('wall-magnifier-right', to[0] < 0.5 && to[1] < 0.6);
    },
    /** Shows the place under the finger. `room` is how large the stage is, in CSS pixels. */
    draw(quad: Quad, room: Room) {
      if (!at || !context) return;
      const [x, y] = at;
      const width = room.width * ZOOM * density;
      const height = room.height * ZOOM * density;
      const middle = (SIDE * density) / 2;
      const [left, top] = [middle - x * width, middle - y * height];
      context.fillStyle = '#17133a';
      context.fillRect(0, 0, glass.width, glass.height);
      context.drawImage(wall, left, top, width, height);
      fillQuad(
        context,
        quad.map(([u, v]) => [left + u * width, top + v * height]),
      );
      drawCross(context, middle, density);
    },
  };
}

/** Where the mural ends, without the mural: reading back what a graphics processor has drawn takes half a frame. */
function fillQuad(context: CanvasRenderingContext2D, corners: readonly (readonly number[])[]) {
  context.beginPath();
  for (const [x = 0, y = 0] of corners) context.lineTo(x, y);
  context.closePath();
  context.fillStyle = 'rgb(255 181 46 / 0.35)';
  context.fill();
}

/** Two lines that leave the point itself free, light on dark so that they show on any wall. */
function drawCross(context: CanvasRenderingContext2D, middle: number, density: number): void {
  for (const [color, width] of [
    ['#17133a', 4],
    ['#ffb52e', 2],
  ] as const) {
    context.strokeStyle = color;
    context.lineWidth = width * density;
    context.beginPath();
    for (const [from, to] of [
      [8, 30],
      [-8, -30],
    ] as const) {
      context.moveTo(middle + from * density, middle);
      context.lineTo(middle + to * density, middle);
      context.moveTo(middle, middle + from * density);
      context.lineTo(middle, middle + to * density);
    }
    context.stroke();
  }
}

import type { Point } from '#domain/wall-preview/homography.ts';
import { element } from './elements.ts';

const SIDE = 120;
const ZOOM = 3;
/** The wall stays to be seen through the mural, whose corner has to meet it. */
const MURAL_ALPHA = 0.6;

/** A round glass that shows what is under the finger, in a corner where the finger is not. */
export function createMagnifier(wall: HTMLCanvasElement) {
  const density = Math.min(2, devicePixelRatio);
  const glass = element('canvas', {
    ...{ className: 'wall-magnifier', width: SIDE * density, height: SIDE * density },
    ...{ hidden: true, ariaHidden: 'true' },
  });
  let at: Point | null = null;
  return {
    element: glass,
    move(to: Point | null) {
      at = to;
      glass.hidden = !to;
      if (to) glass.classList.toggle('wall-magnifier-right', to[0] < 0.5 && to[1] < 0.6);
    },
    draw(shown: HTMLCanvasElement) {
      const context = glass.getContext('2d');
      const room = glass.parentElement;
      if (!at || !context || !room) return;
      const [x, y] = at;
      const width = room.clientWidth * ZOOM * density;
      const height = room.clientHeight * ZOOM * density;
      const middle = (SIDE * density) / 2;
      context.globalAlpha = 1;
      context.fillStyle = '#17133a';
      context.fillRect(0, 0, glass.width, glass.height);
      for (const [picture, alpha] of [
        [wall, 1],
        [shown, MURAL_ALPHA],
      ] as const) {
        context.globalAlpha = alpha;
        context.drawImage(picture, middle - x * width, middle - y * height, width, height);
      }
      context.globalAlpha = 1;
      drawCross(context, middle, density);
    },
  };
}

/** Two lines that leave the point itself free, light on dark so that they show on any wall. */
function drawCross(context: CanvasRenderingContext2D, middle: number, density: number): void {
  for (const [colour, width] of [
    ['#17133a', 4],
    ['#ffb52e', 2],
  ] as const) {
    context.strokeStyle = colour;
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

import { stretched } from '#lib/homography.ts';
import type { Pixels } from './picture/light.ts';
import { type Box, levelFor, paintMural } from './picture/paint.ts';
import { blank, contextOf, pixelsOf, type Sources } from './sources.ts';
import type { Renderer, View } from './view.ts';

/** Draws pixel by pixel, where there is no graphics processor. */
export function canvasRenderer({ wall, levels, light, mask }: Sources): Renderer {
  const canvas = blank(1, 1);
  const context = contextOf(canvas);
  const murals = new Map<HTMLCanvasElement, Pixels>();
  let masked: Pixels | null = null;
  let size: Sized | null = null;

  const muralFor = ({ quad, width, height }: View): Pixels => {
    const [largest] = levels as [HTMLCanvasElement];
    const level = levels[levelFor(largest, stretched(quad, width, height), levels.length)];
    return remembered(murals, level ?? largest, pixelsOf);
  };
  return {
    kind: 'canvas',
    canvas,
    draw(view) {
      if (size?.wall.width !== view.width || size.wall.height !== view.height)
        size = sized(context, wall, view);
      const { out, painted } = size;
      restore(out.data, size.wall, painted);
      if (view.masked) masked ??= pixelsOf(mask);
      const box = paintMural(out.data, {
        ...{ wall: size.wall, mural: muralFor(view), light },
        ...{ mask: view.masked ? masked : null },
        ...{ quad: view.quad, strength: view.strength, fine: view.fine },
      });
      const { left, top, right, bottom } = around(box, painted);
      if (right > left && bottom > top)
        context.putImageData(out, 0, 0, left, top, right - left, bottom - top);
      size.painted = box;
    },
    maskChanged: () => {
      masked = null;
    },
    dispose: () => canvas.remove(),
  };
}

/** The wall at one size, and what is shown of it. */
interface Sized {
  wall: Pixels;
  out: ImageData;
  /** Where `out` is no longer the wall. */
  painted: Box;
}

function sized(
  context: CanvasRenderingContext2D,
  wall: HTMLCanvasElement,
  { width, height }: View,
): Sized {
  Object.assign(context.canvas, { width, height });
  context.imageSmoothingQuality = 'high';
  context.drawImage(wall, 0, 0, width, height);
  const out = context.getImageData(0, 0, width, height);
  const painted = { left: 0, top: 0, right: 0, bottom: 0 };
  return { wall: { width, height, data: out.data.slice() }, out, painted };
}

/** Puts the bare wall back where something was painted. */
function restore(out: Uint8ClampedArray, { width, data }: Pixels, box: Box): void {
  for (let y = box.top; y < box.bottom; y++) {
    const [from, to] = [(y * width + box.left) * 4, (y * width + box.right) * 4];
    out.set(data.subarray(from, to), from);
  }
}

function around(a: Box, b: Box): Box {
  if (b.right <= b.left) return a;
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

function remembered<K, V>(map: Map<K, V>, key: K, make: (key: K) => V): V {
  const known = map.get(key);
  if (known) return known;
  const made = make(key);
  map.set(key, made);
  return made;
}

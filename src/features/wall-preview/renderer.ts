import type { Quad } from './picture/homography.ts';
import { canvasRenderer } from './canvas-renderer.ts';
import { glRenderer } from './gl-renderer.ts';
import type { Sources } from './sources.ts';

/** What is to be seen, and at how many pixels. */
export interface View {
  quad: Quad;
  strength: number;
  /** Something stands in front. */
  masked: boolean;
  /** For a picture that stands still. */
  fine: boolean;
  width: number;
  height: number;
}

export interface Renderer {
  kind: 'webgl' | 'canvas';
  canvas: HTMLCanvasElement;
  draw(view: View): void;
  maskChanged(): void;
  dispose(): void;
}

/**
 * By the graphics processor where there is one that can hold a picture of this size, else by the processor; both give
 * the same picture. `onLost` hears when the graphics processor went away.
 */
export function createRenderer(sources: Sources, onLost?: () => void): Renderer {
  try {
    return glRenderer(sources, onLost) ?? canvasRenderer(sources);
  } catch {
    return canvasRenderer(sources);
  }
}

import { canvasRenderer } from './canvas-renderer.ts';
import { glRenderer } from './gl-renderer.ts';
import type { Sources } from './sources.ts';
import type { Renderer } from './view.ts';

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

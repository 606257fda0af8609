import type { Quad } from '#lib/homography.ts';

/** What is to be seen, and at how many pixels. */
export interface View {
  quad: Quad;
  strength: number;
  /** For a picture that stands still. */
  fine: boolean;
  width: number;
  height: number;
}

export interface Renderer {
  canvas: HTMLCanvasElement;
  draw(view: View): void;
  dispose(): void;
}

import type { Quad } from '#lib/homography.ts';

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
  canvas: HTMLCanvasElement;
  draw(view: View): void;
  maskChanged(): void;
  dispose(): void;
}

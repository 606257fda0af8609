import { problemOf } from './chosen/source-file.ts';
import { encodeImage, fileOf } from './encode-image.ts';
import { fitWithin } from './upload.ts';

/** A picture drawn anew for the web, and a small copy of it; or why it is none, as a sentence. */
export type PreparedUpload = { picture: Blob; thumb: Blob | null } | { problem: string };

const THUMB_SIDE = 320;

/** Draws a picture anew for the web. */
export async function prepareUpload(file: File, maxBytes: number): Promise<PreparedUpload> {
  try {
    let thumb: Promise<Blob | null> | null = null;
    const picture = await encodeImage(file, {
      maxBytes,
      look: (drawn) => {
        // A picture without its small copy is still one.
        thumb = fileOf(smallCopy(drawn), 'image/webp', 0.7).catch(() => null);
      },
    });
    return { picture, thumb: await thumb };
  } catch (error) {
    console.error(error);
    return { problem: await problemOf(file, error) };
  }
}

function smallCopy(picture: HTMLCanvasElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, fitWithin(picture.width, picture.height, THUMB_SIDE));
  const context = canvas.getContext('2d');
  if (!context) return picture;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

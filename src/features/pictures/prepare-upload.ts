import { problemOf } from './chosen/source-file.ts';
import { encodeImage, fileOf } from './encode-image.ts';
import type { Likeness } from './likeness.ts';
import { likenessOf, smallCopy } from './picture-likeness.ts';

type Prepared = { picture: Blob; thumb: Blob | null; looks: Likeness | null } | { problem: string };

/** A picture drawn anew for the web, its small copy, and what it looks like; or why it is none, as a sentence. */
export async function prepareUpload(file: File, maxBytes: number): Promise<Prepared> {
  try {
    let looks: Likeness | null = null;
    let thumb: Promise<Blob | null> | null = null;
    const picture = await encodeImage(file, {
      maxBytes,
      look: (drawn) => {
        const small = smallCopy(drawn);
        looks = likenessOf(small, drawn.width / drawn.height);
        // A picture without its small copy is still one.
        thumb = fileOf(small, 'image/webp', 0.7).catch(() => null);
      },
    });
    return { picture, looks, thumb: await thumb };
  } catch (error) {
    console.error(error);
    return { problem: await problemOf(file, error) };
  }
}

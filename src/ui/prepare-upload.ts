import type { Likeness } from '#domain/likeness.ts';
import { heicRefusal, unreadable } from '#domain/upload.ts';
import { encodeImage } from './encode-image.ts';
import { likenessOf, smallCopy } from './picture-likeness.ts';
import { kindOf } from './source-file.ts';

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
        thumb = new Promise((done) => small.toBlob(done, 'image/webp', 0.7));
      },
    });
    return { picture, looks, thumb: await thumb };
  } catch (error) {
    console.error(error);
    // Trying again would not make a picture of what is none.
    const isHeic = (await kindOf(file)) === 'heic';
    return { problem: isHeic ? heicRefusal(file.name) : unreadable(file.name) };
  }
}

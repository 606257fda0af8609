import { useEffect, useState } from 'react';
import { problemOf } from '#features/pictures/chosen/source-file.ts';
import { decodeImage } from '#features/pictures/encode-image.ts';

/** The pixels of a chosen file, or the sentence that says why there are none; null while they are read. */
export function useBitmap(file: File | null): ImageBitmap | string | null {
  const [bitmap, setBitmap] = useState<ImageBitmap | string | null>(null);
  useEffect(() => {
    if (!file) return;
    let current: ImageBitmap | undefined;
    let gone = false;
    decodeImage(file).then(
      (decoded) => {
        current = decoded;
        if (gone) decoded.close();
        else setBitmap(decoded);
      },
      async (error) => {
        console.error(error);
        const problem = await problemOf(file, error);
        if (!gone) setBitmap(problem);
      },
    );
    return () => {
      gone = true;
      setBitmap(null);
      current?.close();
    };
  }, [file]);
  return bitmap;
}

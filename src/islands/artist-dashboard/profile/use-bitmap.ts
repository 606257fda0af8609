import { useEffect, useState } from 'react';
import { decodeImage } from '#ui/encode-image.ts';

/** The pixels of a chosen file: null while they are read, 'broken' when there are none. */
export function useBitmap(file: File | null): ImageBitmap | 'broken' | null {
  const [bitmap, setBitmap] = useState<ImageBitmap | 'broken' | null>(null);
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
      (error) => {
        console.error(error);
        if (!gone) setBitmap('broken');
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

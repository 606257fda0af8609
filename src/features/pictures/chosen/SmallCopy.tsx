import { useState } from 'react';
import { COPY_WIDTHS, copyUrl, uploadOf } from '../upload.ts';

interface Props {
  /** The public address of an upload; any other address is shown as it is. */
  url: string;
  alt: string;
  /** How wide the picture stands on the page, as in `<img sizes>`. */
  sizes: string;
  className?: string;
}

/** An upload that everybody may see, in a size that fits. Where the project makes no copies, the upload itself. */
export function SmallCopy({ url, alt, sizes, className }: Props) {
  const [whole, setWhole] = useState<string | null>(null);
  const copies =
    whole === url || !uploadOf(url)
      ? { src: url }
      : {
          srcSet: COPY_WIDTHS.map((width) => `${copyUrl(url, width)} ${width}w`).join(', '),
          src: copyUrl(url, 320),
        };
  return (
    <img
      {...copies}
      sizes={sizes}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setWhole(url)}
      className={className}
    />
  );
}

import { type ImgHTMLAttributes, useEffect, useRef, useState } from 'react';
import { cx } from '#ui/cx.ts';
import { ownCopy } from './storage.api.ts';
import { copyWidth } from './upload.ts';

interface Props extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src'> {
  url: string;
  alt: string;
  /** How wide it may become once it is there, where its box follows from it. */
  widest?: number;
}

/** Nothing yet: one transparent pixel, so that no browser draws a broken picture. */
const BLANK = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/** Asked for a little before it is in sight. */
const LOAD_MARGIN = '300px';

/**
 * One of the artist's own pictures, as large as its box and no larger. It is read with the artist's session, because
 * nobody else may see it while the profile is private.
 */
export function OwnPicture({ url, alt, widest = 0, className, ...rest }: Props) {
  const image = useRef<HTMLImageElement>(null);
  const [src, setSrc] = useState<string | null>(null);

  useEffect(() => {
    const element = image.current;
    if (!element) return;
    let address: string | undefined;
    let gone = false;
    const load = async () => {
      const pixels = Math.max(element.clientWidth, widest) * (window.devicePixelRatio || 1);
      const copy = await ownCopy(url, copyWidth(pixels));
      if (gone) return;
      address = URL.createObjectURL(copy);
      setSrc(address);
    };
    const sight = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        sight.disconnect();
        load().catch((error) => console.error(error));
      },
      { rootMargin: LOAD_MARGIN },
    );
    sight.observe(element);
    return () => {
      gone = true;
      sight.disconnect();
      if (address) URL.revokeObjectURL(address);
      setSrc(null);
    };
  }, [url, widest]);

  return (
    <img
      ref={image}
      src={src ?? BLANK}
      alt={alt}
      decoding="async"
      className={cx(className, !src && 'text-transparent')}
      {...rest}
    />
  );
}

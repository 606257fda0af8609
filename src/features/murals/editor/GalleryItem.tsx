import type { CSSProperties } from 'react';
import { OwnPicture } from '#features/pictures/OwnPicture.tsx';
import { useRatio } from './use-ratio.ts';

interface Props {
  url: string;
  alt: string;
  focus: string | undefined;
}

/** A picture of a page's gallery, in a row of one height. */
export function GalleryItem({ url, alt, focus }: Props) {
  const { ratio, onLoad } = useRatio();
  return (
    <div className="gallery-item bg-line" style={{ '--ratio': ratio } as CSSProperties}>
      <OwnPicture url={url} alt={alt} onLoad={onLoad} style={{ objectPosition: focus }} />
    </div>
  );
}

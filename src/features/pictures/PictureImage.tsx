import { fallbackSource, type Picture, pictureClass, srcset, upTo } from './picture.ts';

interface PictureImageProps {
  picture: Picture;
  /** How wide the picture stands on the page, as in `<img sizes>`. */
  sizes: string;
  className?: string;
  /** Of the element around it. */
  frame?: string | undefined;
  /** Variants above this width are left out. */
  widest?: number;
  /** Seen without scrolling: loaded at once and first. */
  first?: boolean;
}

/** A lazily loaded picture beside its name, in the best format the browser reads; its own color shows until then. */
export function PictureImage(props: PictureImageProps) {
  const { picture, sizes, className, frame, widest = 1280, first = false } = props;
  const shown = upTo(picture, widest);
  const avif = srcset(shown, 'avif');
  return (
    <picture className={frame}>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        src={fallbackSource(shown)}
        srcSet={srcset(shown, 'webp')}
        sizes={sizes}
        alt=""
        width={picture.width}
        height={picture.height}
        loading={first ? undefined : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding="async"
        className={pictureClass(picture, className)}
      />
    </picture>
  );
}

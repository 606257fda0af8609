import type { Picture } from './picture.ts';

export interface GalleryPicture {
  picture: Picture;
  /** What it shows, for those who do not see it; also the caption in the lightbox. */
  alt: string;
}

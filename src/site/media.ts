import type { Picture } from '#features/pictures/picture.ts';

export type { Picture } from '#features/pictures/picture.ts';

/** What a link's preview shows: one upload with a name over it and a line below that. */
export interface LinkPreview {
  url: string;
  title: string;
  line: string;
}

/** Published variants by the upload's URL. Null: nothing uploaded, or a picture that could not be used. */
export interface MediaIndex {
  picture(url: string | null): Picture | null;
  /** The path of a preview image, once it has been drawn; drawing never holds a page up. */
  preview(preview: LinkPreview | null): string | null;
}

/** While developing: uploads as they are, so that no variants have to be made before a page shows. */
export const unprocessedMedia: MediaIndex = {
  picture: (url) =>
    url
      ? { width: 1280, height: 960, color: '#d8c3a5', sources: [{ width: 1280, webp: url }] }
      : null,
  preview: () => null,
};

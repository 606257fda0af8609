import type { LinkPreview, MediaIndex, Picture } from '#site/media.ts';

/** A picture that a page refers to, and the row that names it, for a message an operator can act on. */
export interface ImageRef {
  url: string;
  row: string;
}

export interface MediaOptions {
  dir: string;
  /** Gives an upload's bytes; throws when there are none, and `StorageUnavailable` when there may be some later. */
  download: (url: string) => Promise<Uint8Array>;
  warn: (line: string) => void;
  /** A folder with variants of the pictures that come with the product. */
  kept?: string;
  /** These files are new. */
  onMade?: ((names: string[]) => void) | undefined;
  /** Who draws preview images; this process, if nobody is named. */
  drawTo?: (preview: LinkPreview, picture: Picture, dir: string, file: string) => Promise<void>;
}

/** What pages show: uploads by their URL, and the files of preview images. */
export interface ShownMedia {
  urls: ReadonlySet<string>;
  previews: ReadonlySet<string>;
}

export interface MediaStore extends MediaIndex {
  /** Those that have no variants yet and were not found to be broken since the start. */
  missing(images: readonly ImageRef[]): ImageRef[];
  /**
   * Makes what is missing. A broken picture is reported and left out: its page shows the placeholder. One that the
   * storage cannot give now is reported and stays missing.
   */
  ensure(
    images: readonly ImageRef[],
    progress?: (done: number, total: number) => void,
  ): Promise<void>;
  /**
   * Draws a preview whose picture is there; true when it is new. One that cannot be drawn is reported.
   * @throws the system's error where the disk refuses: the same may be drawn later.
   */
  draw(preview: LinkPreview): Promise<boolean>;
  /** The name of a preview's file, drawn or not; null when there is nothing to draw it from. */
  previewFile(preview: LinkPreview): string | null;
  /** Removes all that is not shown; gives the names of the files that are gone. */
  withdraw(shown: ShownMedia): Promise<string[]>;
  /** Takes what was withdrawn out of the list for good; only while no other process makes pictures. */
  compact(): Promise<void>;
  /** Removes files that belong to no picture known, which a crash left; only then, too. Gives their names. */
  removeOrphans(): Promise<string[]>;
  /** Reads what another process has added since. */
  reload(): Promise<void>;
}

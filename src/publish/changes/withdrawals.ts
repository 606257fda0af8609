import type { Log } from '#node/log.ts';
import type { Directory } from '#site/directory/directory.ts';
import type { DirectoryChange } from '#site/directory/directory-change.ts';
import type { LinkPreview } from '#site/media.ts';
import {
  allImages,
  allPreviews,
  changeImages,
  changePreview,
  takenBy,
} from '../pictures/images.ts';
import type { ImageRef, MediaStore, ShownMedia } from '../pictures/media.ts';
import { tellWait } from './tell-wait.ts';

interface WithdrawalsOptions {
  media: MediaStore;
  directory: Directory;
  /** Another process makes pictures, for a release to come. */
  building: () => boolean;
  /** These files are gone. */
  onGone: (names: string[]) => void;
  log: Log;
}

/** All pictures and preview images that pages show. */
export function shownMedia(directory: Directory, media: MediaStore): ShownMedia {
  const pages = allPreviews(directory, (url) => media.picture(url) !== null);
  return {
    urls: new Set(allImages(directory).map(({ url }) => url)),
    previews: new Set(pages.flatMap(({ preview }) => media.previewFile(preview) ?? [])),
  };
}

/** Whether a change takes a picture, or what a preview image says, off the pages. */
function takesAway(change: DirectoryChange, directory: Directory): boolean {
  const before = takenBy(change);
  const now = new Set(changeImages(change, directory).map(({ url }) => url));
  if (changeImages(before, directory).some(({ url }) => !now.has(url))) return true;
  const preview = (of: typeof before) => JSON.stringify(changePreview(of, () => true));
  return change.old !== null && preview(before) !== preview(change);
}

/**
 * Sees to it that no picture is served that no page shows: after the changes that take one away, after a start, and
 * again until it has worked.
 */
export class Withdrawals {
  private readonly options: WithdrawalsOptions;
  private due = false;
  /** Also files that nobody knows, which a crash or another process left. */
  private thorough = false;
  private runs = 0;
  /** Pictures made ahead for changes that no page shows yet, by the change. */
  private readonly ahead = new Map<number, readonly ImageRef[]>();

  constructor(options: WithdrawalsOptions) {
    this.options = options;
  }

  suspect(changes: readonly DirectoryChange[]): void {
    const { directory } = this.options;
    if (changes.some((change) => takesAway(change, directory))) this.due = true;
  }

  /** Everything is to be looked at the next time. */
  suspectAll(): void {
    this.due = true;
    this.thorough = true;
  }

  /** These are made for a change that waits for them. */
  prepare(id: number, images: readonly ImageRef[]): void {
    this.ahead.set(id, images);
  }

  /** These are on the pages from now on, the latest of each row; the others came to nothing. */
  begun(ids: readonly number[], latest: readonly number[]): void {
    for (const id of ids) {
      const waited = this.ahead.delete(id);
      if (waited && !latest.includes(id)) this.due = true;
    }
  }

  /** Draws a preview; one whose page may have changed meanwhile is looked at again. */
  async draw(preview: LinkPreview): Promise<boolean> {
    const before = this.runs;
    const drawn = await this.options.media.draw(preview);
    if (drawn && this.runs !== before) this.due = true;
    return drawn;
  }

  /** Removes what is not shown; call while nothing else is published. A failure is reported and tried again. */
  async run(): Promise<void> {
    if (!this.due) return;
    this.due = false;
    this.runs++;
    const { media, directory, building, onGone, log } = this.options;
    try {
      const shown = shownMedia(directory, media);
      const ahead = [...this.ahead.values()].flat().map(({ url }) => url);
      const gone = await media.withdraw({ ...shown, urls: new Set([...shown.urls, ...ahead]) });
      if (gone.length > 0) onGone(gone);
      if (building()) return;
      await media.compact();
      if (!this.thorough) return;
      const left = await media.removeOrphans();
      this.thorough = false;
      if (left.length > 0) onGone(left);
    } catch (error) {
      this.due = true;
      tellWait(log, 'Pictures that no page shows are still there', error);
    }
  }
}

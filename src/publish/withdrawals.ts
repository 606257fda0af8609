import type { SiteChange } from '#site/affected-routes.ts';
import type { Catalog } from '#site/catalog.ts';
import type { Preview } from '#site/media.ts';
import {
  allCityStylePreviews,
  allImages,
  allPreviews,
  changeImages,
  changePreview,
} from './images.ts';
import type { ImageRef, MediaStore, Shown } from './media.ts';

export interface WithdrawalsOptions {
  media: MediaStore;
  /** The whole directory as it is now. */
  directory: () => Promise<Catalog>;
  /** Another process makes pictures, for a release to come. */
  building: () => boolean;
  /** These files are gone. */
  onGone: (names: string[]) => void;
  log: (line: string) => void;
}

/** All pictures and preview images that pages show. */
export async function shownMedia(catalog: Catalog, media: MediaStore): Promise<Shown> {
  const images = await allImages(catalog);
  const usable = (url: string) => media.picture(url) !== null;
  const styles = await Array.fromAsync(allCityStylePreviews(catalog, usable));
  const pages = [...styles, ...(await allPreviews(catalog, usable))];
  return {
    urls: new Set(images.map(({ url }) => url)),
    previews: new Set(pages.flatMap(({ preview }) => media.previewFile(preview) ?? [])),
  };
}

/** Whether pages showed a row before a change, and do no more. */
export function vanishes({ old, new: now }: SiteChange): boolean {
  return isShown(old) && !isShown(now);
}

const isShown = (row: SiteChange['new']) => row !== null && row.public_visible !== false;

/** Whether a change takes a picture, or what a preview image says, off the pages. */
function takesAway(change: SiteChange): boolean {
  const before = { ...change, new: change.old };
  const now = new Set(changeImages(change).map(({ url }) => url));
  if (changeImages(before).some(({ url }) => !now.has(url))) return true;
  const preview = (of: SiteChange) => JSON.stringify(changePreview(of, () => true));
  return isShown(change.old) && preview(before) !== preview(change);
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

  note(changes: readonly SiteChange[]): void {
    if (changes.some(takesAway)) this.due = true;
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
  async draw(preview: Preview): Promise<boolean> {
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
      const shown = await shownMedia(await directory(), media);
      const ahead = [...this.ahead.values()].flat().map(({ url }) => url);
      const gone = await media.withdraw({ ...shown, urls: new Set([...shown.urls, ...ahead]) });
      if (gone.length > 0) onGone(gone);
      if (building()) return;
      await media.compact();
      if (!this.thorough) return;
      const left = await media.tidy();
      this.thorough = false;
      if (left.length > 0) onGone(left);
    } catch (error) {
      this.due = true;
      const reason = error instanceof Error ? error.message : String(error);
      log(`Pictures that no page shows are still there: ${reason}`);
    }
  }
}

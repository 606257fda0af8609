import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Picture, Preview } from '#site/media.ts';
import { isDiskError, writeAtomic } from './files.ts';
import { drawPreview, PREVIEW_FILE, previewName } from './previews.ts';

export interface PreviewFilesOptions {
  dir: string;
  pictures: ReadonlyMap<string, Picture>;
  warn: (line: string) => void;
  /** Who draws; this process, if nobody is named. */
  drawTo?:
    | ((preview: Preview, picture: Picture, dir: string, file: string) => Promise<void>)
    | undefined;
}

/** The preview images among the variants: named after all that they show, so that the name alone finds one. */
export class PreviewFiles {
  private readonly options: PreviewFilesOptions;
  private readonly drawn = new Set<string>();
  private readonly broken = new Set<string>();
  private drawing = 0;

  constructor(options: PreviewFilesOptions) {
    this.options = options;
  }

  get idle(): boolean {
    return this.drawing === 0;
  }

  /** Looks for what another process has drawn. */
  async load(): Promise<void> {
    for (const name of await readdir(this.options.dir))
      if (PREVIEW_FILE.test(name)) this.drawn.add(name);
  }

  /** The name of a preview's file, drawn or not; null when there is nothing to draw it from. */
  nameOf(preview: Preview): string | null {
    const picture = this.options.pictures.get(preview.url);
    return picture ? previewName(preview, picture) : null;
  }

  has(name: string): boolean {
    return this.drawn.has(name);
  }

  /** True when it is new. One that cannot be drawn is reported. */
  async draw(preview: Preview): Promise<boolean> {
    const { dir, pictures, warn, drawTo = drawHere } = this.options;
    const name = this.nameOf(preview);
    const picture = pictures.get(preview.url);
    if (!name || !picture || this.drawn.has(name) || this.broken.has(name)) return false;
    const file = path.join(dir, name);
    this.drawing++;
    try {
      await drawTo(preview, picture, dir, file);
      // Withdrawn while it was drawn.
      if (pictures.get(preview.url) !== picture) {
        await rm(file, { force: true });
        return false;
      }
      this.drawn.add(name);
      return true;
    } catch (error) {
      if (!isDiskError(error)) this.broken.add(name);
      const reason = error instanceof Error ? error.message : String(error);
      warn(`${preview.title}: no preview image for shared links (${reason})`);
      return false;
    } finally {
      this.drawing--;
    }
  }

  /** Removes all others; gives the names of those that are gone. */
  async keepOnly(shown: ReadonlySet<string>): Promise<string[]> {
    const gone = [...this.drawn].filter((name) => !shown.has(name));
    for (const name of gone) {
      await rm(path.join(this.options.dir, name), { force: true });
      this.drawn.delete(name);
    }
    for (const name of this.broken) if (!shown.has(name)) this.broken.delete(name);
    return gone;
  }
}

async function drawHere(preview: Preview, picture: Picture, dir: string, file: string) {
  await writeAtomic(file, await drawPreview(preview, picture, dir));
}

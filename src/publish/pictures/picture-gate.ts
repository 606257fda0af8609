import type { Log } from '#node/log.ts';
import type { Directory } from '#site/directory/directory.ts';
import type { DirectoryChange } from '#site/directory/directory-change.ts';
import type { ChangeQueue, OutboxRow } from '../changes/change-queue.ts';
import { tellWait } from '../changes/tell-wait.ts';
import type { Withdrawals } from '../changes/withdrawals.ts';
import { changeImages } from './images.ts';
import type { ImageRef, MediaStore } from './media.ts';

interface PictureGateOptions {
  queue: ChangeQueue;
  directory: Directory;
  media: MediaStore;
  withdrawals: Withdrawals;
  /** The pictures of some change are there. */
  wake: () => void;
  /** Those of this one cannot be had now. */
  postpone: (id: number) => void;
  log: Log;
}

/**
 * Sets changes aside whose pictures are not prepared. A picture that is new takes a second: the change that brings it
 * waits for it, and no other change does. It also waits while the storage or the disk refuses; an artist who is to
 * vanish brings no pictures.
 */
export class PictureGate {
  readonly #options: PictureGateOptions;

  constructor(options: PictureGateOptions) {
    this.#options = options;
  }

  /** Gives those that can be published now; the others come again. */
  pass(rows: readonly OutboxRow[]): OutboxRow[] {
    const { media, directory } = this.#options;
    return rows.filter((row) => {
      const images = row.table === null ? [] : changeImages(row, directory);
      const missing = media.missing(images);
      if (missing.length === 0) return true;
      this.#options.queue.hold(row.id);
      this.#options.withdrawals.prepare(row.id, images);
      void this.#prepareFor(row.id, missing);
      return false;
    });
  }

  /** The pictures of changes that do not wait for them. */
  async prepare(changes: readonly DirectoryChange[]): Promise<void> {
    const { media, directory } = this.#options;
    const images = changes.flatMap((change) => changeImages(change, directory));
    await this.#ensure(media.missing(images));
  }

  async #ensure(missing: readonly ImageRef[]): Promise<void> {
    const { media, log } = this.#options;
    if (missing.length === 0) return;
    await media
      .ensure(missing)
      .catch((error) => tellWait(log, 'Pictures cannot be prepared', error));
  }

  async #prepareFor(id: number, missing: readonly ImageRef[]): Promise<void> {
    const { queue, media, wake, postpone } = this.#options;
    await this.#ensure(missing);
    queue.release(id);
    if (media.missing(missing).length > 0) postpone(id);
    else wake();
  }
}

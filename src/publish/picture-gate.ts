import type { ChangeQueue, OutboxRow } from './change-queue.ts';
import { changeImages } from './images.ts';
import type { MediaStore } from './media-store.ts';
import type { Withdrawals } from './withdrawals.ts';

interface PictureGateOptions {
  queue: ChangeQueue;
  media: MediaStore;
  withdrawals: Withdrawals;
  /** The pictures of some change are there. */
  wake: () => void;
  /** Those of this one cannot be had now. */
  postpone: (id: number) => void;
  log: (line: string) => void;
}

/**
 * Sets changes aside whose pictures are not prepared. A picture that is new takes a second: the change that brings it
 * waits for it, and no other change does. It also waits while the storage or the disk refuses; whoever is to vanish
 * brings no pictures.
 */
export class PictureGate {
  readonly #options: PictureGateOptions;

  constructor(options: PictureGateOptions) {
    this.#options = options;
  }

  /** Gives those that can be published now; the others come again. */
  pass(rows: readonly OutboxRow[]): OutboxRow[] {
    return rows.filter((row) => {
      const images = row.table === null ? [] : changeImages(row);
      const missing = this.#options.media.missing(images);
      if (missing.length === 0) return true;
      this.#options.queue.hold(row.id);
      this.#options.withdrawals.prepare(row.id, images);
      void this.#prepare(row.id, missing);
      return false;
    });
  }

  async #prepare(id: number, missing: Parameters<MediaStore['ensure']>[0]): Promise<void> {
    const { queue, media, wake, postpone, log } = this.#options;
    await media
      .ensure(missing)
      .catch((error) => log(`Pictures cannot be prepared: ${error.message}`));
    queue.release(id);
    if (media.missing(missing).length > 0) postpone(id);
    else wake();
  }
}

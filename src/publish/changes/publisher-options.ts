import type { FinishedJob } from '#features/publishing/publishing.ts';
import type { BackoffLimits } from '#node/backoff.ts';
import type { Log } from '#node/log.ts';
import type { BioRecord } from '#site/directory/bio-records.ts';
import type { Directory } from '#site/directory/directory.ts';
import type { DirectoryRows } from '#site/directory/directory-change.ts';
import type { MediaStore } from '../pictures/media.ts';
import type { Release } from '../releases/releases.ts';
import type { PageRenderer } from '../rendering/renderer.ts';
import type { SiteBucket } from '../store/site-store.ts';
import type { ChangeOutbox } from './change-queue.ts';
import type { Journal } from './journal.ts';

/** A finished job, and where the changes that it published came from. */
export interface PublishedJob extends FinishedJob {
  /** The ids of the requests that made them. */
  requests?: string[];
  /** How long the first of them waited until it was on the pages. */
  lagMs?: number;
}

export interface PublisherOptions {
  outbox: ChangeOutbox;
  directory: Directory;
  /** Ids of the changes in the outbox that the directory may have had when it was read; null where they are too many to tell. */
  readWith?: Iterable<number> | null;
  /** Reads everything that pages show. */
  readRows: () => Promise<DirectoryRows>;
  media: MediaStore;
  journal: Journal;
  live: { release: Release; renderer: PageRenderer };
  /** Files of the live release that were written or removed; as `media/…`, pictures that are not to be served any more. */
  onChanged: (files: string[]) => void;
  /** A page of the live release that a visitor may be waiting for, before it is written. */
  onRendered?: (file: string, body: Buffer) => void;
  /** Such a page was written. */
  onWritten?: ((file: string) => void) | undefined;
  /** Where others get what is written; changes are finished when it has all of it. */
  store?: Pick<SiteBucket, 'isStored' | 'settled'> | null | undefined;
  /** An artist's profile was deleted: nothing that was made before may keep it. Comes before the change is finished. */
  onErased?: () => Promise<void>;
  /** Another process makes a release, and pictures for it. */
  building?: () => boolean;
  onJob: (job: PublishedJob) => void;
  log: Log;
  /** How soon what failed is tried again; a second after, and five minutes at most, if nothing is said. */
  retries?: BackoffLimits | undefined;
  /** Who writes the search index into a directory; this process, if nobody is named. */
  writeIndex?: (
    records: Iterable<BioRecord>,
    dir: string,
    there: readonly string[],
  ) => Promise<void>;
}

export interface ListingsOptions
  extends Pick<
    PublisherOptions,
    'directory' | 'media' | 'onChanged' | 'onJob' | 'log' | 'writeIndex'
  > {
  /** Runs while nothing else is published. */
  exclusive: <T>(work: () => Promise<T>) => Promise<T>;
  live: () => PublisherOptions['live'];
}

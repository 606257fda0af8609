import type { CdnSettings } from '#config/cdn.ts';
import type { About } from '#node/log.ts';
import type { Source } from './source.ts';

/** What an operator asks of the publisher. */
export type Command =
  | { kind: 'rebuild'; force?: boolean }
  | { kind: 'rollback' }
  /** Publish what waits in the outbox, now. */
  | { kind: 'drain' }
  | { kind: 'paths'; paths: string[] };

/** Everything that the publisher needs, as it can travel between processes. */
export interface PublisherSource extends Source {
  /** Tells databases apart, so that a release made from another one is not taken for ours. */
  databaseUrl: string;
  /** What this process does; without `publish` it only follows a server that does. */
  roles: { serve: boolean; publish: boolean; email: boolean };
  /** The CDN in front of the site. */
  cdn: CdnSettings | null;
}

/** What the publisher is asked: first to start, then commands. Its answer is a line that says what happened. */
export type PublisherQuestion = { kind: 'start'; source: PublisherSource } | Command;

/** What a process that publishes, or stands by to, hears. */
export type PublisherNews =
  /** Something may wait in the outbox, or an admin asked for something. */
  | { type: 'wake' }
  /** The database was away: see whether it has other rows than are known. */
  | { type: 'verify' }
  /** Rows of the outbox, as the database's notification has them; an empty one says that something waits. */
  | { type: 'changes'; rows: string }
  /** Another server has put files of the site into the bucket. */
  | { type: 'noted' };

export type ToPublisher =
  | PublisherNews
  /** A mail waits. */
  | { type: 'mails' }
  | { type: 'stop' };

export type FromPublisher =
  /** Serve this release from now on. */
  | { type: 'activate'; releaseId: string; siteDir: string }
  /** The bucket has the whole of it. */
  | { type: 'stored' }
  /** A page of the live release that is about to be written. */
  | { type: 'rendered'; file: string; text: string }
  /** These files of the live release were written or removed; as `media/…`, pictures that are not to be served any more. */
  | { type: 'changed'; files: string[] }
  | { type: 'log'; line: string; about?: About | undefined };

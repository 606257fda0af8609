/** What the front process and the publisher tell each other. */
export type Command =
  | { kind: 'rebuild'; force?: boolean }
  | { kind: 'rollback' }
  /** Publish what waits in the outbox, now. */
  | { kind: 'drain' }
  | { kind: 'paths'; paths: string[] };

export type ToPublisher =
  /** Something may wait in the outbox, or an admin asked for something. */
  | { type: 'wake' }
  /** The database was away: see whether it has other rows than are known. */
  | { type: 'verify' }
  /** Rows of the outbox, as the database's notification has them. */
  | { type: 'changes'; rows: string }
  | { type: 'command'; id: string; command: Command }
  | { type: 'ping' }
  | { type: 'stop' };

export type FromPublisher =
  /** Serve this release from now on; the answer to a start, a rebuild and a rollback. */
  | { type: 'activate'; releaseId: string; siteDir: string }
  /** A page of the live release that is about to be written. */
  | { type: 'rendered'; file: string; text: string }
  /** These files of the live release were written or removed. */
  | { type: 'changed'; files: string[] }
  /** These pictures are not to be served any more. */
  | { type: 'withdrawn'; names: string[] }
  | { type: 'log'; line: string }
  | { type: 'pong' }
  | { type: 'done'; id: string; ok: boolean; text: string }
  | { type: 'fatal'; message: string };

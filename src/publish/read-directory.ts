import type { DirectoryRows } from '#domain/directory-change.ts';
import { Directory } from '#site/directory.ts';
import type { Outbox } from './change-queue.ts';
import type { PublisherOptions } from './publisher-options.ts';

/** As many as the database gives at once; what waits beyond them is taken for new, and published once too often. */
const MOST_CHANGES = 10_000;

/** Reads everything that pages show, and notes which waiting changes are in it. */
export async function readDirectory(
  outbox: Outbox,
  readRows: () => Promise<DirectoryRows>,
): Promise<Pick<PublisherOptions, 'directory' | 'readWith'>> {
  // In this order: what waits before the rows are read, they have.
  const changes = await outbox.readChanges(MOST_CHANGES);
  return { directory: new Directory(await readRows()), readWith: changes.map(({ id }) => id) };
}

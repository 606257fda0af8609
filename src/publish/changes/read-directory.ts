import { Directory } from '#site/directory/directory.ts';
import type { DirectoryRows } from '#site/directory/directory-change.ts';
import type { ChangeOutbox } from './change-queue.ts';
import type { PublisherOptions } from './publisher-options.ts';

/** As many as the database gives at once. */
const MAX_CHANGES_PER_READ = 10_000;

/** Reads everything that pages show, and notes which waiting changes may be in it. */
export async function readDirectory(
  outbox: ChangeOutbox,
  readRows: () => Promise<DirectoryRows>,
): Promise<Pick<PublisherOptions, 'directory' | 'readWith'>> {
  const directory = new Directory(await readRows());
  // In this order: what the rows may have and no page shows yet is still waiting.
  const changes = await outbox.readChanges(MAX_CHANGES_PER_READ);
  return {
    directory,
    readWith: changes.length < MAX_CHANGES_PER_READ ? changes.map(({ id }) => id) : null,
  };
}

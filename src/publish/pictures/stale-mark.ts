import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Release } from '../releases/releases.ts';

/** Says that lists of a release are stale, also to the process that comes after this one. */
export function markStale(release: Release): void {
  try {
    closeSync(openSync(markOf(release), 'a'));
  } catch {
    // A full disk, say: then only this process knows.
  }
}

export const isMarkedStale = (release: Release) => existsSync(markOf(release));
export const unmarkStale = (release: Release) => rmSync(markOf(release), { force: true });

const markOf = (release: Release) => path.join(release.dir, 'listings.stale');

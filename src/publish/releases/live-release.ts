import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { inEachLanguage } from '#config/language-paths.ts';
import { inParallel } from '#node/concurrency.ts';
import { ifExists, writeAtomic } from '#node/files.ts';
import type { Site } from '#site/scope.ts';
import { type PageRenderer, RenderError } from '../rendering/renderer.ts';
import type { Release } from './releases.ts';

/** How many pages are written at a time; rendered is one after the other. */
const PARALLEL_WRITES = 4;

interface PublishRoutesOptions {
  /** A file was written or removed; relative to the release. */
  onChanged?: (file: string) => void;
  /** A page is rendered and about to be written; it is not told again. */
  onRendered?: ((file: string, body: Buffer) => void) | undefined;
  /** Such a page was written. */
  onWritten?: ((file: string) => void) | undefined;
}

/**
 * Renders routes, in the language that they are named in and then in the others, into a release that is, or is about to
 * be, served: each page is replaced in one step, one that no longer exists is removed, and a page that throws keeps its
 * previous bytes. Gives the errors of those.
 */
export async function publishRoutes(
  release: Pick<Release, 'siteDir'>,
  renderer: PageRenderer,
  site: Site,
  routes: Iterable<string>,
  { onChanged = () => {}, onRendered, onWritten }: PublishRoutesOptions = {},
): Promise<RenderError[]> {
  const failed: RenderError[] = [];
  const publish = async (route: string) => {
    try {
      const { file, body } = await renderer.render(route, site);
      const announced = body !== null && onRendered !== undefined;
      if (announced) onRendered(file, body);
      if (await replaceFile(path.join(release.siteDir, file), body)) {
        if (announced) onWritten?.(file);
        else onChanged(file);
      }
    } catch (error) {
      if (!(error instanceof RenderError)) throw error;
      failed.push(error);
    }
    // Rendering is synchronous work: messages and timers get their turn between pages.
    await new Promise(setImmediate);
  };
  // No page waits for those of another language.
  for (const pages of inEachLanguage(routes)) await inParallel(pages, PARALLEL_WRITES, publish);
  return failed;
}

/** Replaces a page or file in one step, or removes it. False when it already says the same. */
export async function replaceFile(file: string, body: Buffer | null): Promise<boolean> {
  if (!body) return (await ifExists(rm(file).then(() => true))) ?? false;
  const before = await readFile(file).catch(() => null);
  if (before?.equals(body)) return false;
  await writeAtomic(file, body);
  return true;
}

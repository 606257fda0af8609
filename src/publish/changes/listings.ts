import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { inEachLanguage } from '#config/language-paths.ts';
import { TEXT_FOLDERS } from '#features/directory/search/bio-index.ts';
import { LISTS, type ListName } from '#features/directory/search/card-file.ts';
import { messageOf } from '#node/errors.ts';
import type { AffectedListings } from '#site/affected-routes.ts';
import { textRecords } from '#site/directory/bio-records.ts';
import type { Directory } from '#site/directory/directory.ts';
import type { Site } from '#site/scope.ts';
import { sitemapParts, sitemapRoute } from '#site/sitemap.ts';
import { CardPublisher } from '../pictures/card-publisher.ts';
import { isMarkedStale, markStale, unmarkStale } from '../pictures/stale-mark.ts';
import { replaceFile } from '../releases/live-release.ts';
import type { Release } from '../releases/releases.ts';
import { type PageRenderer, RenderError, type Rendered } from '../rendering/renderer.ts';
import { indexParts, type MovedIndex, moveSearchIndex } from '../rendering/search-files.ts';
import { writeSearchIndex } from '../rendering/search-index.ts';
import { DeferredPages } from './deferred-pages.ts';
import { FollowingWork } from './following-work.ts';
import type { ListingsOptions, PublisherOptions } from './publisher-options.ts';
import { ALL_LISTINGS, eitherListing, NO_LISTINGS } from './stale-listings.ts';

interface Prepared {
  /** Of the lists whose index in use does not stay. */
  indexes: MovedIndex[];
  rendered: Rendered[];
  errors: string[];
}

/** What lists the whole directory, the search index and the sitemap, follows the pages a little later; cards at once. */
export class Listings {
  private readonly options: ListingsOptions;
  private readonly following: FollowingWork;
  private readonly deferredPages: DeferredPages;
  private readonly cards: ReadonlyMap<ListName, CardPublisher>;
  private purge = false;
  /** The listings whose published files are out of date. */
  private due = NO_LISTINGS;

  constructor(options: ListingsOptions) {
    this.options = options;
    this.deferredPages = new DeferredPages(options);
    this.cards = new Map(LISTS.map((list) => [list, new CardPublisher(list, options)]));
    this.following = new FollowingWork({
      quietMs: 1000,
      latestMs: 5000,
      work: () => this.make(),
      waits: 'Search index and sitemap stay as they were for now',
      back: 'Search index and sitemap are up to date again.',
      log: options.log,
    });
  }

  /** Something changed that these show; with `purge`, nobody may find the old ones any more. */
  invalidate(stale = ALL_LISTINGS, { purge = false } = {}): void {
    for (const list of stale.cards) this.cards.get(list)?.invalidate({ purge });
    const lists = stale.texts.length + stale.routes.length;
    if (this.following.stopped || (lists === 0 && !stale.listPages)) return;
    if (purge) this.purge = true;
    this.due = eitherListing(this.due, stale);
    markStale(this.options.live().release);
    this.following.follow();
  }

  /** Makes all of them now. */
  async refresh(): Promise<void> {
    this.due = ALL_LISTINGS;
    const cards = Array.from(this.cards.values(), (list) => list.publish());
    await Promise.all([...cards, this.following.run()]);
  }

  /** Goes on with what an ended process had not finished. */
  resume(): void {
    for (const list of this.cards.values()) list.invalidate();
    if (isMarkedStale(this.options.live().release)) this.invalidate(ALL_LISTINGS, { purge: true });
  }

  /** Makes them for a release that is not served yet, so that it never shows who is not there any more. */
  renew(next: PublisherOptions['live']): Promise<void> {
    const deferred = async () => {
      for (const list of this.cards.values()) await list.renew(next.release);
      return this.deferredPages.renew(next);
    };
    return this.following.inTurn(() =>
      this.prepared(next, ALL_LISTINGS, deferred, async ({ indexes, rendered, errors }) => {
        if (errors[0]) throw new Error(errors[0]);
        for (const index of indexes) await index.switch(Date.now(), { purge: true });
        for (const { file, body } of rendered) {
          await replaceFile(path.join(next.release.siteDir, file), body);
        }
      }),
    );
  }

  async stop(): Promise<void> {
    for (const list of this.cards.values()) await list.stop();
    await this.following.stop();
  }

  private async make(): Promise<void> {
    const { exclusive, live, onJob } = this.options;
    const started = performance.now();
    const done = (errors: string[]) =>
      onJob({
        kind: 'listings',
        ok: errors.length === 0,
        ms: performance.now() - started,
        routes: due.routes,
        errors,
      });
    const { release, renderer } = live();
    const { purge, due } = this;
    this.purge = false;
    this.due = NO_LISTINGS;
    try {
      // Not exclusive: pages wait neither for the index nor for lists of everything.
      // Deferred pages come before the index, which takes its time: who is gone must not stay on one of them.
      const deferred = () => this.deferredPages.publish(live());
      await this.prepared({ release, renderer }, due, deferred, async (made) => {
        await exclusive(async () => {
          // Another release came between, and hears that its lists are stale.
          if (live().release.id !== release.id) return;
          const switched: string[] = [];
          for (const index of made.indexes)
            switched.push(...(await index.switch(Date.now(), { purge })));
          await this.takeIntoUse(release, switched, made.rendered);
        });
        done(made.errors);
      });
    } catch (error) {
      this.purge ||= purge;
      this.due = eitherListing(this.due, due);
      if (!this.following.stopped) done([messageOf(error)]);
      throw error;
    }
  }

  /** Writes the indexes beside those in use, and renders the lists. What it needs of a draft goes after `work`. */
  private async prepared<T>(
    { release, renderer }: PublisherOptions['live'],
    due: AffectedListings,
    deferred: () => Promise<string[]>,
    work: (made: Prepared) => Promise<T>,
  ): Promise<T> {
    const { directory, media, writeIndex = writeSearchIndex } = this.options;
    const drafts = path.join(release.dir, 'pagefind.draft');
    try {
      const failed = due.listPages ? await deferred() : [];
      await rm(drafts, { recursive: true, force: true });
      const indexes: MovedIndex[] = [];
      for (const list of due.texts) {
        const folder = TEXT_FOLDERS[list];
        const draft = path.join(drafts, folder);
        const there = await indexParts(release, folder);
        await writeIndex(textRecords(list, directory), draft, there);
        indexes.push(await moveSearchIndex(release, draft, folder));
      }
      const routes = await withParts(due.routes, directory, release);
      const { rendered, errors } = await rendering(renderer, { directory, media }, routes);
      return await work({ indexes, rendered, errors: [...failed, ...errors] });
    } finally {
      await rm(drafts, { recursive: true, force: true }).catch(() => {});
    }
  }

  private async takeIntoUse(
    release: Release,
    switched: string[],
    rendered: readonly Rendered[],
  ): Promise<void> {
    const { onChanged } = this.options;
    onChanged(switched);
    for (const { file, body } of rendered) {
      if (await replaceFile(path.join(release.siteDir, file), body)) onChanged([file]);
    }
    if (!this.following.isDue) unmarkStale(release);
  }
}

/** With the sitemap, the parts that it has, and those that it had. */
async function withParts(
  routes: readonly string[],
  directory: Directory,
  { siteDir }: Release,
): Promise<string[]> {
  if (!routes.includes(sitemapRoute())) return [...routes];
  const there = (await readdir(siteDir)).flatMap(
    (file) => /^sitemap-(\d+)\.xml$/.exec(file)?.[1] ?? [],
  );
  const parts = Math.max(sitemapParts(directory), ...there.map(Number));
  // What names them comes after them.
  return [...Array.from({ length: parts }, (_, n) => sitemapRoute(n + 1)), ...routes];
}

/** Renders files as far as the bundle has them, without a body those that are over; `errors` are sentences. */
async function rendering(renderer: PageRenderer, site: Site, routes: readonly string[]) {
  const rendered: Rendered[] = [];
  const errors: string[] = [];
  const all = inEachLanguage(routes).flat();
  for (const route of all.filter((known) => renderer.has(known))) {
    try {
      rendered.push(await renderer.render(route, site));
    } catch (error) {
      if (!(error instanceof RenderError)) throw error;
      errors.push(error.message);
    }
  }
  return { rendered, errors };
}

import type { Artist } from '#domain/artist.ts';
import type { Mural } from '#domain/mural.ts';
import type { SiteChange } from '#site/affected-routes.ts';
import { ARTIST_PAGE_MURALS, type Catalog, newestFirst } from '#site/catalog.ts';

/**
 * The public artists and murals, kept in the publisher's memory for what lists all of them: the search index,
 * the sitemap, the feed. Pages do not read it. The outbox says which rows to read again, and it misses none.
 */
export class Mirror {
  private readonly catalog: Catalog;
  private readonly artists = new Map<string, Artist>();
  private readonly murals = new Map<string, Mural>();
  private readonly artistSlugs = new Map<string, string>();
  private readonly muralSlugs = new Map<string, Map<string, string>>();
  private readonly staleArtists: Stale = new Map();
  private readonly staleMurals: Stale = new Map();

  private constructor(catalog: Catalog) {
    this.catalog = catalog;
  }

  static async load(catalog: Catalog): Promise<Mirror> {
    const mirror = new Mirror(catalog);
    for (const artist of await catalog.allArtists()) {
      mirror.artists.set(artist.id, artist);
      mirror.artistSlugs.set(artist.id, artist.slug);
    }
    for (const mural of await catalog.allMurals()) {
      mirror.murals.set(mural.id, mural);
      mirror.slugsOf(mural.artist_id).set(mural.id, mural.slug);
    }
    return mirror;
  }

  /** Takes in what changed: slugs at once, whole rows when `settle` is called. */
  note(changes: readonly SiteChange[]): void {
    for (const { table_name: table, old, new: now } of changes) {
      const id = String(now?.id ?? old?.id);
      const slug = now && now.public_visible !== false ? String(now.slug) : null;
      if (table === 'artists') {
        this.staleArtists.set(id, { slug });
        if (slug) this.artistSlugs.set(id, slug);
        else this.artistSlugs.delete(id);
      } else if (table === 'murals') {
        this.staleMurals.set(id, { slug });
        this.slugsOf(old?.artist_id).delete(id);
        if (slug) this.slugsOf(now?.artist_id).set(id, slug);
      }
    }
  }

  slugOfArtist(id: string): string | undefined {
    return this.artistSlugs.get(id);
  }

  muralSlugsOf(artistId: string): string[] {
    return [...this.slugsOf(artistId).values()];
  }

  /** Reads the rows that changed since the last time. */
  async settle(): Promise<void> {
    await reread(this.staleArtists, this.artists, (slug) => this.catalog.artist(slug));
    await reread(this.staleMurals, this.murals, async (slug) => {
      return (await this.catalog.mural(slug))?.mural ?? null;
    });
  }

  /** The live catalog, with this in place of the reads of whole tables. */
  listings(): Catalog {
    const artists = byId(this.artists);
    const murals = byId(this.murals);
    return {
      ...this.catalog,
      allArtists: async () => artists,
      allMurals: async () => murals,
      artistSlugs: async () => artists.map((artist) => artist.slug),
      muralSlugs: async () => murals.map((mural) => mural.slug),
    };
  }

  /** As `Catalog.muralsOf`; null while a mural of the artist has changed and was not read again. */
  muralsOf(artistId: string): Mural[] | null {
    const ids = [...this.slugsOf(artistId).keys()];
    const murals = ids.flatMap((id) =>
      this.staleMurals.has(id) ? [] : (this.murals.get(id) ?? []),
    );
    if (murals.length < ids.length) return null;
    return murals.sort(newestFirst).slice(0, ARTIST_PAGE_MURALS);
  }

  private slugsOf(artistId: unknown): Map<string, string> {
    const key = String(artistId ?? '');
    const known = this.muralSlugs.get(key);
    if (known) return known;
    const fresh = new Map<string, string>();
    this.muralSlugs.set(key, fresh);
    return fresh;
  }
}

/** Where each changed row is to be read, null where it is gone; a new object for each change. */
type Stale = Map<string, { slug: string | null }>;

async function reread<Row extends { id: string }>(
  stale: Stale,
  rows: Map<string, Row>,
  read: (slug: string) => Promise<Row | null>,
): Promise<void> {
  for (const [id, change] of [...stale]) {
    const row = change.slug ? await read(change.slug) : null;
    if (row && row.id === id) rows.set(id, row);
    else rows.delete(id);
    // Another change came in while reading: read again next time.
    if (stale.get(id) === change) stale.delete(id);
  }
}

function byId<Row extends { id: string }>(rows: Map<string, Row>): Row[] {
  return [...rows.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

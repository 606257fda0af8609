import type { SiteChange } from '#site/affected-routes.ts';
import type { StyledArtist } from '#site/catalog.ts';

/**
 * Where public artists work and in which styles, read once and kept true by the outbox: a city's page shows the
 * styles of all its artists, and reading thousands of them for each change would hold everybody up.
 */
export class StyledArtists {
  private readonly read: () => Promise<StyledArtist[]>;
  private reading: Promise<void> | null = null;
  private rows: Map<string, StyledArtist> | null = null;
  /** Changes that came in while the rows were read, which may or may not have them. */
  private missed: SiteChange[] = [];

  constructor(read: () => Promise<StyledArtist[]>) {
    this.read = read;
  }

  /** Those of one city, or all. */
  readonly of = async (citySlug?: string): Promise<StyledArtist[]> => {
    await this.load();
    const all = [...(this.rows?.values() ?? [])];
    return citySlug ? all.filter((row) => row.city_slug === citySlug) : all;
  };

  /** Takes changes in, the latest of each row. */
  note(changes: readonly SiteChange[]): void {
    if (!this.rows) {
      this.missed.push(...(this.reading ? changes : []));
      return;
    }
    for (const { table_name: table, old, new: now } of changes) {
      if (table !== 'artists') continue;
      const id = String(now?.id ?? old?.id);
      if (now && now.public_visible !== false) this.rows.set(id, now as unknown as StyledArtist);
      else this.rows.delete(id);
    }
  }

  private load(): Promise<void> {
    this.reading ??= this.read()
      .then((rows) => {
        this.rows = new Map(rows.map((row) => [row.id, row]));
        this.note(this.missed);
      })
      .catch((error) => {
        this.reading = null;
        throw error;
      })
      .finally(() => {
        this.missed = [];
      });
    return this.reading;
  }
}

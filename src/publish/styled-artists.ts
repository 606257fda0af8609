import type { SiteChange } from '#site/affected-routes.ts';
import type { StyledArtist } from '#site/catalog.ts';

/**
 * Where public artists work and in which styles, read once and kept true by the outbox: a city's page shows the
 * styles of all its artists, and reading thousands of them for each change would hold everybody up.
 */
export class StyledArtists {
  private readonly read: () => Promise<StyledArtist[]>;
  private rows: Promise<Map<string, StyledArtist>> | null = null;

  constructor(read: () => Promise<StyledArtist[]>) {
    this.read = read;
  }

  /** Those of one city, or all. */
  readonly of = async (citySlug?: string): Promise<StyledArtist[]> => {
    this.rows ??= this.read()
      .then((rows) => new Map(rows.map((row) => [row.id, row])))
      .catch((error) => {
        this.rows = null;
        throw error;
      });
    const all = [...(await this.rows).values()];
    return citySlug ? all.filter((row) => row.city_slug === citySlug) : all;
  };

  /** Takes changes in, the latest of each row; what has not been read yet is read with them. */
  async note(changes: readonly SiteChange[]): Promise<void> {
    const rows = await this.rows?.catch(() => null);
    if (!rows) return;
    for (const { table_name: table, old, new: now } of changes) {
      if (table !== 'artists') continue;
      const id = String(now?.id ?? old?.id);
      if (now && now.public_visible !== false) rows.set(id, now as unknown as StyledArtist);
      else rows.delete(id);
    }
  }
}

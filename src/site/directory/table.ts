/** What is kept true to the rows of a table as they come and go. */
export interface Index<Row> {
  add(row: Row): void;
  remove(row: Row): void;
}

/** Rows by id and, as far as they have one, by address, and the indexes over them, which know the first rows already. */
export class RowTable<Row extends { id: string; slug?: string }> {
  readonly #byId: Map<string, Row>;
  readonly #bySlug: Map<string, Row>;
  readonly #indexes: readonly Index<Row>[];

  constructor(rows: readonly Row[], indexes: readonly Index<Row>[]) {
    this.#byId = new Map(rows.map((row) => [row.id, row]));
    this.#bySlug = new Map(rows.flatMap((row) => (row.slug ? [[row.slug, row]] : [])));
    this.#indexes = indexes;
  }

  get size(): number {
    return this.#byId.size;
  }

  byId(id: string): Row | undefined {
    return this.#byId.get(id);
  }

  bySlug(slug: string): Row | undefined {
    return this.#bySlug.get(slug);
  }

  slugs(): Iterable<string> {
    return this.#bySlug.keys();
  }

  rows(): Row[] {
    return [...this.#byId.values()];
  }

  /** Puts a row, or nothing, in the place of the one with this id. */
  replace(id: string, now: Row | null): void {
    const old = this.#byId.get(id);
    if (old) {
      this.#byId.delete(id);
      // Two rows may have traded their addresses: another one has this address by now.
      if (old.slug && this.#bySlug.get(old.slug) === old) this.#bySlug.delete(old.slug);
      for (const index of this.#indexes) index.remove(old);
    }
    if (!now) return;
    this.#byId.set(id, now);
    if (now.slug) this.#bySlug.set(now.slug, now);
    for (const index of this.#indexes) index.add(now);
  }
}

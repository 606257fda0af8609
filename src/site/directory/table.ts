/** What is kept true to the rows of a table as they come and go. */
export interface Index<Row> {
  /** Takes the first rows, all at once. */
  fill(rows: readonly Row[]): void;
  add(row: Row): void;
  remove(row: Row): void;
}

/** Rows by id and, as far as they have one, by address, and the indexes over them. */
export class RowTable<Row extends { id: string; slug?: string }> {
  readonly #byId = new Map<string, Row>();
  readonly #bySlug = new Map<string, Row>();
  readonly #indexes: readonly Index<Row>[];

  constructor(...indexes: readonly Index<Row>[]) {
    this.#indexes = indexes;
  }

  fill(rows: readonly Row[]): void {
    for (const row of rows) this.#set(row);
    for (const index of this.#indexes) index.fill(rows);
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
    this.#set(now);
    for (const index of this.#indexes) index.add(now);
  }

  #set(row: Row): void {
    this.#byId.set(row.id, row);
    if (row.slug) this.#bySlug.set(row.slug, row);
  }
}

import type { Index } from './table.ts';

/** Rows in an order that tells any two of them apart, kept so as they come and go. */
export class SortedRows<Row> implements Index<Row> {
  readonly #compare: (a: Row, b: Row) => number;
  #rows: Row[] = [];

  constructor(compare: (a: Row, b: Row) => number) {
    this.#compare = compare;
  }

  fill(rows: readonly Row[]): void {
    this.#rows = rows.toSorted(this.#compare);
  }

  get all(): readonly Row[] {
    return this.#rows;
  }

  first(count: number): Row[] {
    return this.#rows.slice(0, count);
  }

  add(row: Row): void {
    this.#rows.splice(this.#position(row), 0, row);
  }

  /** Takes out this very object. */
  remove(row: Row): void {
    const at = this.#position(row);
    if (this.#rows[at] === row) this.#rows.splice(at, 1);
  }

  /** The position of the first row that does not come before this one. */
  #position(row: Row): number {
    let [low, high] = [0, this.#rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(this.#rows[middle] as Row, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Rows by keys, of which each row may have several; those of each key sorted. */
export class GroupedRows<Row> implements Index<Row> {
  readonly #compare: (a: Row, b: Row) => number;
  readonly #keysOf: (row: Row) => readonly (string | null)[];
  readonly #groups = new Map<string, SortedRows<Row>>();

  constructor(
    compare: (a: Row, b: Row) => number,
    keysOf: (row: Row) => readonly (string | null)[],
  ) {
    this.#compare = compare;
    this.#keysOf = keysOf;
  }

  fill(rows: readonly Row[]): void {
    // Each row goes to the end of its groups.
    for (const row of rows.toSorted(this.#compare)) this.add(row);
  }

  of(key: string): readonly Row[] {
    return this.#groups.get(key)?.all ?? [];
  }

  /** Every key that some row has. */
  keys(): Iterable<string> {
    return this.#groups.keys();
  }

  add(row: Row): void {
    for (const key of this.#keysOf(row)) {
      if (key === null) continue;
      const group = this.#groups.get(key) ?? new SortedRows(this.#compare);
      this.#groups.set(key, group);
      group.add(row);
    }
  }

  remove(row: Row): void {
    for (const key of this.#keysOf(row)) {
      const group = key === null ? undefined : this.#groups.get(key);
      if (key === null || !group) continue;
      group.remove(row);
      if (group.all.length === 0) this.#groups.delete(key);
    }
  }
}

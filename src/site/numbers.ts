/** Gives each value a number when it is first met. */
export class Numbers<Value> {
  readonly list: Value[] = [];
  readonly #known = new Map<unknown, number>();

  /** @param key what tells it from the others */
  of(value: Value, key: unknown = value): number {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, this.list.length);
    return this.list.push(value) - 1;
  }
}

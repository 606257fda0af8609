/** Gives each value a number when it is first met. */
export class Numbers<Value> {
  readonly list: Value[] = [];
  readonly #known = new Map<unknown, number>();

  of(value: Value): number {
    const key = typeof value === 'object' ? JSON.stringify(value) : value;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, this.list.length);
    return this.list.push(value) - 1;
  }
}

/** Work for later that can be called off all at once. */
export class Timers {
  readonly #timers = new Set<NodeJS.Timeout>();
  #ended = false;

  after(ms: number, work: () => void): void {
    if (this.#ended) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    this.#timers.add(timer);
  }

  /** Nothing runs any more, nor what comes later. */
  end(): void {
    this.#ended = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }
}

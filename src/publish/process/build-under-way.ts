/** Tells whether a build runs, and from when on it may have missed changes. */
export class BuildUnderWay {
  /** When it began to read; null while there is none. */
  since: number | null = null;

  async run<T>(work: (since: number) => Promise<T>): Promise<T> {
    this.since = Date.now();
    try {
      return await work(this.since);
    } finally {
      this.since = null;
    }
  }
}

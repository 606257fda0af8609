/** What the outbox needs to know of a failure. `definite`: the server has decided. */
export interface Refusal {
  code: string;
  definite: boolean;
}

/** The two calls; both throw a `Refusal`, which `toRefusal` makes of whatever came. */
export interface Transport<P, M, E extends Refusal> {
  submit(key: string, claim: string, payload: P): Promise<{ id: string; matches: M[] }>;
  choose(lead: string, claim: string, artists: string[]): Promise<number>;
  toRefusal: (thrown: unknown) => E;
}

/** Addresses, or all that the CDN has of the site. */
export type What = readonly string[] | 'all';

/** One request to a CDN. */
export interface Call {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** How a CDN wants to be asked. */
export interface CdnProtocol {
  /** What it is called in sentences. */
  name: string;
  /** Addresses in one call, and calls at a time. */
  most: number;
  atOnce: number;
  /** `id` is the same however often this is tried. */
  call: (what: What, id: string) => Call;
  /** Where visitors see an address of the site in it. */
  seenAt: (url: string) => Pick<Call, 'url' | 'headers'>;
  /** Whether an answer other than 2xx means that nothing is left to purge. */
  isDone?: (status: number, what: What) => boolean;
}

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
  /** How long addresses are collected before they are sent. */
  collectMs: number;
  /**
   * Whether addresses are purged a second time a little later: what a cache was fetching when the first purge came may
   * be the page of before.
   */
  again: boolean;
  /** `id` is the same however often this is tried. */
  call: (what: What, id: string) => Call | Promise<Call>;
  /** What an answer means where its status alone does not say it. */
  judge?: (status: number, body: string, what: What) => 'done' | 'busy' | undefined;
}

/** Pages of one change leave in one call. */
export const SOON_MS = 20;

/** Where browsers reach the API, and with what: no secret, every page carries it in its head. */
export interface PublicApi {
  /** The origin of a hosted project; empty where the site's own origin serves the API. */
  url: string;
  /** The publishable key. */
  key: string;
}

/** The `meta` elements by which a page tells its scripts; the one of the origin is left out where it is the page's own. */
export const API_META = { url: 'api-url', key: 'api-key' } as const;

/** The CDN in front of the site, and what opens it. */
export type CdnSettings =
  | { kind: 'cloudflare'; zone: string; token: string }
  /** Any other one, through a program of the operator's. */
  | { kind: 'webhook'; url: string; secret: string }
  /** Varnish, or another cache that takes PURGE requests. */
  | { kind: 'purge'; url: string };

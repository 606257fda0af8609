import type { App } from '@supabase/lite';
import type { Log } from '#node/log.ts';
import type { Database } from '../../base/database.ts';
import type { Limiters } from '../../base/limiter.ts';
import type { AuthLimits, Keys } from '../../base/options.ts';
import type { ObjectFiles } from '../../files/object-files.ts';
import type { Mailer } from '../../mail/mail.ts';
import type { LiveSessions } from './live-sessions.ts';

/** What the parts of the gateway share. */
export interface Services {
  app: App;
  db: Database;
  sessions: LiveSessions;
  files: ObjectFiles;
  keys: Keys;
  origin: string;
  limits: AuthLimits;
  limiters: Limiters;
  mailer: Mailer;
  /** As `BackendOptions.frontSecret`. */
  frontSecret: string | undefined;
  /** Whether sign-up waits until the address has confirmed. */
  mailConfigured: boolean;
  log: Log;
  /** Puts an image of the database and its files where a backup waits for them; only with a PGlite that is kept. */
  keepImage?: () => Promise<object>;
}

/** One request on its way through the gateway, its body already read. */
export interface Call {
  method: string;
  /** The address in its canonical form, without the key. */
  url: URL;
  /** Decoded once (`readTarget`). */
  path: string;
  /** `authorization` only when the caller is signed in, and then exactly `Bearer` and `token`. */
  headers: Headers;
  body: Uint8Array | null;
  /** What the caller is counted by: the address, of IPv6 its /64. */
  ip: string;
  /** Carries the secret key. */
  service: boolean;
  /** By which it is found in logs and in the database. */
  request: string | undefined;
  /** The bearer token of a person. */
  token: string | null;
}

/** Hands a call on to @supabase/lite. */
export function forward(app: App, { url, method, body, ...call }: Call): Promise<Response> {
  const headers = new Headers(call.headers);
  headers.delete('content-length');
  headers.delete('transfer-encoding');
  if (body !== null) headers.set('content-length', String(body.length));
  const request = new Request(url, { method, headers, body: body as BodyInit | null });
  // A null address: the local administrator mode of @supabase/lite can never match.
  return app.fetch(request, { peerAddress: null });
}

/** The body as a JSON object; an empty one when it is anything else, which the services then refuse themselves. */
export function jsonBody(call: Call): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(call.body ?? new Uint8Array()));
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A value of a JSON body as text: empty for what is none, as an object whose `toString` is no function. */
export function textOf(value: unknown): string {
  return value === null || value === undefined || typeof value === 'object' ? '' : String(value);
}

/** Email addresses are compared without case. */
export function emailOf(body: Record<string, unknown>): string {
  return typeof body.email === 'string' ? body.email.trim().toLowerCase() : '';
}

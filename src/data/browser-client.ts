import type { SupabaseClient } from '@supabase/supabase-js';
import { API_META } from '#config/public-api.ts';
import { type AccountContact, contactOf } from './account-contact.ts';
import type { Api } from './api.ts';
import { AppError, toAppError } from './app-error.ts';
import { endOf, serverNow } from './server-clock.ts';
import { sessionFetch } from './session-fetch.ts';

/** supabase-js as this product uses it: tables and functions are checked against the migrations. */
export type Client = SupabaseClient<Api>;

type Data = Pick<Client, 'from' | 'rpc'>;

/** Where supabase-js keeps the session; the navigation bar's script reads the same key before paint. */
export const AUTH_STORAGE_KEY = 'mural-auth';

let client: Promise<Client> | undefined;

/** The API's origin: the hosted project's, or this site's own when the embedded backend serves it. */
export function apiUrl(): string {
  return metaContent(API_META.url) || location.origin;
}

/** The publishable key; safe to show, row-level security decides. */
export function apiKey(): string {
  return metaContent(API_META.key);
}

/** What the page's own head says; whatever text of a person may have become an element is below that. */
function metaContent(name: string): string {
  return document.head.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '';
}

/** A token in place of the refused one: the one another tab or call has stored, else a refreshed one; null without a session. */
async function renewed(client: Client, refused: string): Promise<string | null> {
  const { data } = await client.auth.getSession();
  if (data.session && data.session.access_token !== refused) return data.session.access_token;
  const { data: made } = await client.auth.refreshSession();
  return made.session?.access_token ?? null;
}

async function open(): Promise<Client> {
  const { createClient } = await import('@supabase/supabase-js');
  const made: Client = createClient<Api>(apiUrl(), apiKey(), {
    auth: { storageKey: AUTH_STORAGE_KEY, flowType: 'implicit' },
    global: { fetch: sessionFetch((now) => renewed(made, now)) },
  });
  return made;
}

/**
 * The page's one supabase-js client, loaded on first use.
 * Rejects with an AppError when the library cannot be fetched; the next call tries again.
 */
export function browserClient(): Promise<Client> {
  client ??= open().catch((error) => {
    client = undefined;
    throw toAppError(error);
  });
  return client;
}

let visitor: Promise<Data> | undefined;

async function openForVisitor(): Promise<Data> {
  const { PostgrestClient } = await import('@supabase/postgrest-js');
  const key = apiKey();
  return new PostgrestClient<Api, object>(new URL('rest/v1', apiUrl().replace(/\/?$/, '/')).href, {
    headers: { apikey: key, Authorization: `Bearer ${key}` },
    fetch: sessionFetch(async () => null),
  }) as Data;
}

/**
 * Tables and functions, for this browser: with its session, or as a visitor, who needs neither sign-in,
 * storage nor channels and so loads the part of supabase-js that asks for data alone.
 * Rejects with an AppError when the library cannot be fetched; the next call tries again.
 */
export function dataClient(): Promise<Data> {
  if (hasSession()) return browserClient();
  visitor ??= openForVisitor().catch((error) => {
    visitor = undefined;
    throw toAppError(error);
  });
  return visitor;
}

interface StoredSession {
  access_token?: unknown;
  user?: { id?: unknown } & Parameters<typeof contactOf>[0];
}

function storedSession(): StoredSession | null {
  try {
    return JSON.parse(localStorage.getItem(AUTH_STORAGE_KEY) ?? 'null');
  } catch {
    return null;
  }
}

/** Whether this browser holds a session, without loading supabase-js to ask; anything else under its name is none. */
export const hasSession = (): boolean => Boolean(storedSession()?.access_token);

/** The id of the account whose session this browser holds; null without one. */
export function storedUserId(): string | null {
  const id = hasSession() && storedSession()?.user?.id;
  return typeof id === 'string' ? id : null;
}

/** How the account whose session this browser holds can be reached; null without one. */
export function storedContact(): AccountContact | null {
  const user = hasSession() && storedSession()?.user;
  return user ? contactOf(user) : null;
}

/** The current access token. Throws an AppError with status 401 when there is none. */
export async function accessToken(): Promise<string> {
  const client = await browserClient();
  const { data, error } = await client.auth.getSession();
  if (error) throw toAppError(error);
  const { session } = data;
  if (!session) throw new AppError({ code: 'no_session', message: 'Signed out', status: 401 });
  const end = endOf(session.access_token);
  if (end === null || end > serverNow()) return session.access_token;
  const renewed = await client.auth.refreshSession();
  if (!renewed.data.session) throw toAppError(renewed.error);
  return renewed.data.session.access_token;
}

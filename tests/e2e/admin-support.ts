import { randomBytes, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { KEYS, ORIGIN } from './fixtures/api.ts';

const PASSWORD = 'mural-demo-2026';

export interface Answer {
  status: number;
  body: unknown;
}

/** A plain HTTP call to the API, without any of the pages' code. `token` is a session's; the key is the publishable one. */
export async function call(
  target: string,
  method: string,
  body: unknown,
  token: string | null,
): Promise<Answer> {
  const service = token === KEYS.secretKey;
  const response = await fetch(`${ORIGIN}${target}`, {
    method,
    headers: {
      apikey: service ? KEYS.secretKey : KEYS.publishableKey,
      ...(token && { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : null };
}

/** The same with the secret key: sets up what a story needs, and reads what it left. Throws when refused. */
export async function asService<T>(target: string, method = 'GET', body?: unknown): Promise<T> {
  const answer = await call(target, method, body, KEYS.secretKey);
  if (answer.status >= 300) throw new Error(`${method} ${target}: ${JSON.stringify(answer)}`);
  return answer.body as T;
}

export interface Person {
  id: string;
  email: string;
  token: string;
  session: object;
}

/**
 * A new account of this role, made by the public sign-up, which counts nothing of whoever has the secret key; an admin
 * is then granted by the operator's function.
 */
export async function person(role: 'admin' | 'artist' | 'client'): Promise<Person> {
  const made = await personWith(`${role}-${randomUUID()}@example.com`, role);
  if (role === 'admin')
    await asService('/rest/v1/rpc/grant_admin', 'POST', { p_email: made.email });
  return made;
}

/** A new account with this address. */
export async function personWith(
  email: string,
  role: 'admin' | 'artist' | 'client' = 'client',
): Promise<Person> {
  const data = { role: role === 'admin' ? 'client' : role, name: `Test ${role}` };
  const account = { email, password: PASSWORD, data };
  const session = await asService<{ access_token: string; user: { id: string } }>(
    '/auth/v1/signup',
    'POST',
    account,
  );
  return { id: session.user.id, email, token: session.access_token, session };
}

const taken = new WeakSet<Page>();

/** Gives the page this person's session before its scripts run, once: signing out stays signed out. */
export async function signIn(page: Page, { session }: Person): Promise<void> {
  if (taken.has(page)) throw new Error('Somebody is signed in here already: open another page');
  taken.add(page);
  await page.addInitScript((stored) => {
    if (sessionStorage.getItem('test-signed-in')) return;
    sessionStorage.setItem('test-signed-in', 'yes');
    localStorage.setItem('mural-auth', stored);
  }, JSON.stringify(session));
}

export interface ArtistRow {
  id: string;
  name: string;
  slug: string;
  city: string;
  featured: boolean;
  public_visible: boolean;
}

/** An artist of this name without an account. */
export async function artist(name: string, over: Partial<ArtistRow> = {}): Promise<ArtistRow> {
  const [made] = await artists(1, () => ({ name, ...over }));
  if (!made) throw new Error('no artist was made');
  return made;
}

/** So many artists without an account, made at once. */
export function artists(
  count: number,
  over: (index: number) => Partial<ArtistRow>,
): Promise<ArtistRow[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    slug: `e2e-${randomUUID()}`,
    city: 'San Antonio',
    state: 'TX',
    public_visible: true,
    ...over(index),
  }));
  return asService<ArtistRow[]>('/rest/v1/artists', 'POST', rows);
}

export async function readArtist(id: string): Promise<ArtistRow> {
  const [row] = await asService<ArtistRow[]>(`/rest/v1/artists?id=eq.${id}`);
  if (!row) throw new Error(`no artist ${id}`);
  return row;
}

/** A quote request from nobody in particular; `website` fills the trap that only machines see. */
export async function lead(name: string, website = ''): Promise<string> {
  const form = {
    p_key: randomUUID(),
    p_claim: randomBytes(32).toString('base64url'),
    p_name: name,
    p_email: `${randomUUID()}@example.com`,
    p_phone: '210 555 0100',
    p_city: 'San Antonio',
    p_project_description: 'A wall of agaves for the yard, ten by twenty feet',
    p_mural_size: '10 x 20 ft',
    p_surface_type: 'brick',
    p_style_preference: 'nature',
    p_budget_range: '1k-5k',
    p_website: website,
  };
  const { status, body } = await call('/rest/v1/rpc/submit_lead', 'POST', form, null);
  if (status >= 300) throw new Error(`submit_lead: ${JSON.stringify(body)}`);
  return (body as { id: string }).id;
}

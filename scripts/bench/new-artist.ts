import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A call of the API with one of its keys, `target` from `/rest/v1` or `/auth/v1` on. */
export type ServiceCall = <T>(target: string, method?: string, body?: unknown) => Promise<T>;

/** Calls with the secret key, or as anybody with the publishable one. */
export async function serviceOf(
  origin: string,
  dataDir: string,
  key: 'secretKey' | 'publishableKey' = 'secretKey',
): Promise<ServiceCall> {
  const keys = JSON.parse(await readFile(path.join(dataDir, 'keys.json'), 'utf8'));
  const headers = {
    apikey: keys[key],
    'content-type': 'application/json',
    prefer: 'return=representation',
  };
  return async <T>(target: string, method = 'GET', body?: unknown) => {
    const answer = await fetch(`${origin}${target}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${target}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
}

/** The session of a new artist's account, as the browser keeps it. */
export function newArtist(service: ServiceCall): Promise<{ user: { id: string } }> {
  return service('/auth/v1/signup', 'POST', {
    email: `measured-${Date.now()}@example.com`,
    password: 'mural-demo-2026',
    data: { role: 'artist', name: 'Measured artist' },
  });
}

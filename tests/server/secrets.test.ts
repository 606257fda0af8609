/** @module-tag long */
import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { request as send } from 'node:http';
import path from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Keys, loadKeys } from '#embedded/index.ts';
import { freePort } from '#node/free-port.ts';
import { folderOfFile } from '#tests/support/folder.ts';
import { listMails } from '../../scripts/lib/read-mails.ts';
import { type RunningProduct, startProduct } from '../support/product.ts';

/** What must be in no log, by what it is. */
const secrets = new Map<string, string>();
const canary = (what: string) => {
  const value = `canary${randomBytes(9).toString('hex')}`;
  secrets.set(what, value);
  return value;
};
let product: RunningProduct;
let keys: Keys;
const dataDir = folderOfFile('muro-secrets-');

beforeAll(async () => {
  const env = { SEED: 'none', ACCESS_LOG: '1' };
  product = await startProduct({ dataDir, port: await freePort(), env });
  keys = await loadKeys(dataDir);
  for (const name of ['secretKey', 'jwtSecret', 'webhookSecret'] as const)
    secrets.set(name, keys[name]);
  await signUpAndRecover();
  await sendDrafts();
  await callWithTokens();
  await product.stop();
}, 300_000);
afterAll(() => product?.stop());

async function signUpAndRecover(): Promise<void> {
  const client = createClient(product.origin, keys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const email = `${canary('e-mail')}@example.com`;
  const password = canary('password');
  const { data } = await client.auth.signUp({ email, password });
  secrets.set('access token', data.session?.access_token ?? '');
  secrets.set('refresh token', data.session?.refresh_token ?? '');
  await client.auth.signInWithPassword({ email, password: canary('wrong password') });
  await client.auth.resetPasswordForEmail(email);
  const mail = await vi.waitFor(async () => {
    const [first] = await listMails(dataDir);
    if (!first) throw new Error('No mail yet');
    return first;
  }, 20_000);
  for (const link of mail.links) {
    const token = /token(?:_hash)?=([^&#]{6,})/.exec(link)?.[1];
    if (token) secrets.set('token of a mail', token);
    await fetch(link, { redirect: 'manual' });
    await fetch(link.replace('?', '%3F').replaceAll('=', '%3D'), { redirect: 'manual' });
  }
  await client.auth.refreshSession({ refresh_token: canary('a refresh token that is none') });
}

/** A request that is taken, and ones that the database, the gateway and the parser refuse. */
async function sendDrafts(): Promise<void> {
  const draft = {
    p_key: randomUUID(),
    p_claim: canary('claim').padEnd(43, 'c'),
    p_name: canary('name'),
    p_email: `${canary('address of a draft')}@example.com`,
    p_phone: canary('phone').slice(0, 20),
    p_city: 'Austin',
    p_project_description: `A wall ${canary('draft')}`,
    p_mural_size: '',
    p_surface_type: 'brick',
    p_style_preference: 'abstract',
    p_budget_range: '1k-5k',
  };
  const calls = [
    draft,
    { ...draft, p_name: canary('another name') },
    { ...draft, p_key: canary('no uuid') },
    { ...draft, p_elapsed_ms: canary('no number') },
    { ...draft, p_website: { toString: canary('no text') } },
    { ...draft, [canary('no argument')]: 1 },
  ];
  for (const body of calls) await post('/rest/v1/rpc/submit_lead', JSON.stringify(body));
  await post('/rest/v1/rpc/submit_lead', `{"p_name": ${canary('no JSON')}`);
  await post('/rest/v1/artists', JSON.stringify({ name: canary('a row'), bio: '\0' }));
}

const post = (route: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${product.origin}${route}`, {
    method: 'POST',
    body,
    headers: { apikey: keys.publishableKey, 'content-type': 'application/json', ...headers },
  });

async function callWithTokens(): Promise<void> {
  const paths = [
    `/auth?token_hash=${canary('token of a query')}`,
    `/auth%3Ftoken=${canary('token of an encoded query')}`,
    `/auth;token=${canary('token of a parameter')}`,
    `/storage/v1/object/sign/profile-photos/a.jpg?token=${canary('token of a signed address')}`,
    `/storage/v1/object/upload/sign/profile-photos/a%00.jpg?token=${canary('token of an upload')}`,
    `/rest/v1/artists?select=id&bio=eq.${canary('filter')}`,
    `/rest/v1/artists?apikey=${canary('key of a query')}`,
  ];
  for (const route of paths) await raw(route, { authorization: `Bearer ${canary('bearer')}` });
  await raw(`http://user:${canary('credentials')}@127.0.0.1/artists`, {});
  await post('/hooks/rebuild', '{}', { 'webhook-signature': canary('signature') });
  await post('/hooks/control', '{}', { authorization: `Bearer ${canary('control key')}` });
}

/** The path as it stands, which `fetch` would put in order first. */
function raw(route: string, headers: Record<string, string>): Promise<void> {
  const { port } = new URL(product.origin);
  return new Promise((resolve) => {
    const call = send({ host: '127.0.0.1', port, path: route, headers }, (answer) => {
      answer.resume().on('end', resolve);
    });
    call.on('error', () => resolve()).end();
  });
}

/** Where logs may be kept: all of the data directory but what is there to keep them. */
async function keptTexts(): Promise<[string, string][]> {
  const kept = /^(pg|postgres|storage|mail)(\/|$)|^keys\.json$/;
  const names = (await readdir(dataDir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dataDir, path.join(entry.parentPath, entry.name)))
    .filter((name) => !kept.test(name));
  return Promise.all(
    names.map(async (name) => [name, await readFile(path.join(dataDir, name), 'latin1')] as const),
  ) as Promise<[string, string][]>;
}

describe('secrets, drafts and tokens', () => {
  it('were sent, and what was called was logged', () => {
    expect(secrets.size).toBeGreaterThan(25);
    expect([...secrets].filter(([, value]) => value.length < 6)).toEqual([]);
    expect(product.output()).toContain('"path":"/rest/v1/rpc/submit_lead"');
    expect(product.output()).toContain('"path":"/auth/v1/token"');
  });

  it('are in nothing that was printed', () => {
    const found = [...secrets].filter(([, value]) => product.output().includes(value));
    expect(found.map(([what]) => what)).toEqual([]);
  });

  it('are in no file but those that are there for them', async () => {
    const texts = await keptTexts();
    expect(texts.map(([name]) => name)).toContain('releases/journal.jsonl');
    const found = texts.flatMap(([name, text]) =>
      [...secrets]
        .filter(([, value]) => text.includes(value))
        .map(([what]) => `${what} in ${name}`),
    );
    expect(found).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { ofFile } from '#tests/support/of-file.ts';
import { NO_AUTH_LIMITS } from '../../support/backend.ts';
import { fixtureBackend, request } from '../fixture.ts';

/** What no service expects where it reads a text, and cannot be made one. */
const AWKWARD: unknown[] = [[{ toString: 1 }], { valueOf: 1, toString: null }, '__proto__'];

/** Every route that reads a body, with its fields. */
const ROUTES: [string, Record<string, unknown>][] = [
  ['POST /auth/v1/signup', { email: 'a@example.com', password: 'a password 1', data: {} }],
  ['POST /auth/v1/token?grant_type=password', { email: 'a@example.com', password: 'a password 1' }],
  ['POST /auth/v1/token?grant_type=refresh_token', { refresh_token: 'x' }],
  ['POST /auth/v1/otp', { email: 'a@example.com', create_user: false, data: {} }],
  ['POST /auth/v1/magiclink', { email: 'a@example.com' }],
  ['POST /auth/v1/recover', { email: 'a@example.com' }],
  ['POST /auth/v1/resend', { type: 'signup', email: 'a@example.com' }],
  ['POST /auth/v1/invite', { email: 'b@example.com', data: {} }],
  ['POST /auth/v1/verify', { type: 'signup', token_hash: 'x', token: 'x', email: 'a@example.com' }],
  ['PUT /auth/v1/user', { email: 'c@example.com', password: 'a password 2', nonce: 'x', data: {} }],
  [
    'POST /auth/v1/admin/users',
    { email: 'd@example.com', password: 'a password 1', id: randomUUID() },
  ],
  [
    'POST /auth/v1/admin/generate_link',
    { type: 'signup', email: 'e@example.com', password: 'a password 1', redirect_to: '/' },
  ],
  [
    'POST /storage/v1/bucket',
    { name: 'one', id: 'one', public: true, file_size_limit: '1MB', allowed_mime_types: ['a/b'] },
  ],
  ['PUT /storage/v1/bucket/one', { public: true, file_size_limit: 1, allowed_mime_types: null }],
  [
    'POST /storage/v1/object/list/one',
    { prefix: '', search: '', limit: 1, offset: 0, sortBy: { column: 'name', order: 'asc' } },
  ],
  [
    'POST /storage/v1/object/list-v2/one',
    { prefix: '', cursor: '', limit: 1, sortBy: { column: 'name', order: 'asc' } },
  ],
  ...['move', 'copy'].map((kind): [string, Record<string, unknown>] => [
    `POST /storage/v1/object/${kind}`,
    { bucketId: 'one', sourceKey: 'a', destinationBucket: 'one', destinationKey: 'b' },
  ]),
  ['POST /storage/v1/object/sign/one/a', { expiresIn: 60, transform: { width: 100 } }],
  ['POST /storage/v1/object/sign/one', { expiresIn: 60, paths: ['a'] }],
  ['POST /storage/v1/object/upload/sign/one/a', { upsert: true }],
  ['DELETE /storage/v1/object/one', { prefixes: ['a'] }],
];

const backend = ofFile(() => fixtureBackend({ limits: NO_AUTH_LIMITS }));

/** A body, once for each field and each value that can stand in its place, also one level down. */
function spoilt(body: Record<string, unknown>): Record<string, unknown>[] {
  return Object.keys(body).flatMap((key) => {
    const inner = body[key];
    const nested =
      inner !== null && typeof inner === 'object' && !Array.isArray(inner)
        ? spoilt(inner as Record<string, unknown>)
        : [];
    return [...AWKWARD, ...nested].map((value) => ({ ...body, [key]: value }));
  });
}

it.each(ROUTES)('%s answers whatever stands in its fields', async (route, body) => {
  const [method = '', path = ''] = route.split(' ');
  const { token } = await backend.signedIn('client');
  const failed: string[] = [];
  for (const form of [body, ...spoilt(body)]) {
    for (const who of [{ token }, { headers: { apikey: backend.keys.secretKey } }]) {
      const answer = await request(backend, path, { method, body: JSON.stringify(form), ...who });
      if (answer.status >= 500)
        failed.push(`${JSON.stringify(form)}: ${answer.status} ${await answer.text()}`);
      else await answer.body?.cancel();
    }
  }
  expect(failed).toEqual([]);
});

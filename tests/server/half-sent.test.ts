import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { ALL_BUCKETS } from '#features/pictures/buckets.ts';
import { signClaims } from '#http/signed-token.ts';
import { INTAKE_LIMITS } from '#server/body-intake.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { measuringBackend, testSite } from './fixture.ts';

/** Who holds memory with uploads that never end, and who gives way. */
const MB = 2 ** 20;
const SECRETS = { secretKey: 'sb_secret_of_the_operator', jwtSecret: 'a secret of tests' };
const sessionOf = (sub: string, exp = 4_000_000_000) =>
  signClaims({ sub, role: 'authenticated', exp }, SECRETS.jwtSecret);
const MADE_UP = `${sessionOf('x').slice(0, -4)}AAAA`;

const backend = ofFile(() => measuringBackend());
const site = ofFile(() =>
  testSite({
    backendUrl: () => backend.url,
    secrets: () => SECRETS,
    intake: { ...INTAKE_LIMITS, totalBytes: 48 * MB },
  }),
);
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const upload = (
  bytes: number,
  headers: Record<string, string>,
  path = 'portfolio-images/a/b.webp',
) =>
  fetch(`${site.url}/storage/v1/object/${path}`, {
    method: 'POST',
    body: Buffer.alloc(bytes),
    headers,
  });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Most of a photo of a request, and then nothing; gives what came back so far. */
async function halfSent(path: string, headers: string, bytes: number) {
  const socket = connect(site.server.port, '127.0.0.1');
  sockets.push(socket);
  let answer = '';
  socket
    .on('error', () => {})
    .setEncoding('utf8')
    .on('data', (part: string) => {
      answer += part;
    });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: ${bytes + 1000}\r\n\r\n`,
  );
  await new Promise<void>((resolve) => socket.write(Buffer.alloc(bytes), () => resolve()));
  return () => answer;
}

it('refuses the one who holds the most, and nobody else', async () => {
  // Twice as much as fits, under a name that nobody has signed; the others come to 31 MB at most.
  const answers: (() => string)[] = [];
  for (let i = 0; i < 20; i++)
    answers.push(
      await halfSent(
        '/storage/v1/object/lead-photos/x/y/0.webp',
        `Authorization: Bearer ${MADE_UP}\r\n`,
        4.5 * MB,
      ),
    );
  const others = await Promise.all([
    ...['a', 'b', 'c'].map((sub) => upload(9 * MB, bearer(sessionOf(sub)))),
    // A guest in the same network: what has been silent longest goes first.
    upload(4 * MB, {}, 'lead-photos/x/y/1.webp'),
  ]);
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const refused = answers.filter((answer) => answer().startsWith('HTTP/1.1 503'));
  expect(refused.length).toBeGreaterThanOrEqual(10);
}, 60_000);

it.each([
  ['a bearer that nobody signed', bearer(MADE_UP)],
  ['one that has expired', bearer(sessionOf('a', 1_000_000_000))],
  [
    'one signed with another secret',
    bearer(signClaims({ sub: 'a', role: 'authenticated' }, 'other')),
  ],
  ['what looks like the secret key', { apikey: 'sb_secret_made_up' }],
  ['nothing', {}],
])('takes %s for a guest', async (_, headers) => {
  const [largest] = ALL_BUCKETS.filter(({ guests }) => guests).map(({ maxBytes }) => maxBytes);
  expect((await upload(9 * MB, headers)).status).toBe(413);
  expect((await upload(largest ?? 0, headers, 'lead-photos/x/y/0.webp')).status).toBe(200);
  const rest = (bytes: number) =>
    fetch(`${site.url}/rest/v1/x`, { method: 'POST', body: Buffer.alloc(bytes), headers });
  expect([(await rest(60_000)).status, (await rest(70_000)).status]).toEqual([200, 413]);
});

it('takes the largest of each who has shown who they are', async () => {
  const [signed] = [sessionOf('a')];
  expect((await upload(9 * MB, bearer(signed))).status).toBe(200);
  expect(
    (await upload(9 * MB, {}, `upload/sign/portfolio-images/a/b.webp?token=${signed}`)).status,
  ).toBe(200);
  expect((await upload(19 * MB, { apikey: SECRETS.secretKey }, 'own/a')).status).toBe(200);
});

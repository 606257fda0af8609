import { afterAll, beforeAll, expect, it } from 'vitest';
import { readMailSettings } from '#config/process/mail-settings.ts';
import { TEST_PASSWORD, type TestBackend } from '#tests/support/backend.ts';
import { codeIn, linkOf } from '#tests/support/mail-links.ts';
import { type MailServer, mailServer } from '#tests/support/mail-server.ts';
import { fixtureBackend } from './fixture.ts';

let server: MailServer;
let backend: TestBackend;
beforeAll(async () => {
  server = await mailServer();
  const mail = readMailSettings({ SMTP_URL: server.url, MAIL_FROM: 'Muro <hello@muro.example>' });
  const easy = { max: 1000, windowMs: 60_000 };
  const limits = { mailsToOne: easy, mailsToOneInTotal: easy };
  backend = await fixtureBackend({ mail, limits });
});
afterAll(async () => {
  await backend?.stop();
  await server?.stop();
});

it('mails about accounts leave by the server, and an account waits until its address confirms', async () => {
  const email = 'ada@example.com';
  const anon = backend.anon();
  const { data } = await anon.auth.signUp({ email, password: TEST_PASSWORD });
  expect(data.session).toBeNull();
  await expect.poll(() => server.received.length).toBe(1);
  const [confirm] = server.received;
  expect(confirm).toMatchObject({ to: email, recipients: [email] });
  expect(confirm?.raw).toContain('From: Muro <hello@muro.example>');
  const token = linkOf(confirm).tokenHash;
  expect((await anon.auth.verifyOtp({ token_hash: token, type: 'signup' })).error).toBeNull();

  await backend.anon().auth.resetPasswordForEmail(email);
  await expect.poll(() => server.received.length).toBe(2);
  const recovery = codeIn(server.received[1]);
  const used = await backend.anon().auth.verifyOtp({ email, token: recovery, type: 'recovery' });
  expect(used.data.user?.email).toBe(email);
  expect(await backend.mails()).toEqual([]);
});

it('keep nobody waiting while the server is away, and leave when it is back', async () => {
  const { port } = server;
  await server.stop();
  const started = performance.now();
  await backend.anon().auth.resetPasswordForEmail('ada@example.com');
  expect(performance.now() - started).toBeLessThan(2000);
  server = await mailServer({ port });
  await expect.poll(() => server.received.length).toBe(1);
  expect(codeIn(server.received[0])).toMatch(/^\d{6}$/);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { readEnvironment } from '#config/process/environment.ts';
import { folderOfFile } from '#tests/support/folder.ts';
import { type MailServer, mailServer } from '#tests/support/mail-server.ts';
import { sendTestMail } from './mail-test.ts';
import { listMails } from './read-mails.ts';

const dataDir = folderOfFile('muro-mail-test-');
let server: MailServer;
beforeAll(async () => {
  server = await mailServer({ account: { user: 'muro', pass: 'right' } });
});
afterAll(() => server.stop());

const sent = (smtpUrl?: string) =>
  sendTestMail(
    readEnvironment({ DATA_DIR: dataDir, SMTP_URL: smtpUrl, MAIL_FROM: 'hello@muro.example' }),
    'ada@example.com',
  );

it('shows what the server answered', async () => {
  expect(await sent(server.url)).toMatch(
    /^The server took a mail from hello@muro\.example to ada@example\.com: 250 /,
  );
  expect(server.received).toMatchObject([{ to: 'ada@example.com' }]);
});

it('shows why no mail left, without the password', async () => {
  const wrong = sent(server.url.replace('right', 'wr0ng'));
  await expect(wrong).rejects.toThrow(/^No mail left: .*535/);
  await expect(wrong).rejects.not.toThrow(/wr0ng/);
});

it('says that there is no server, and where the mail is', async () => {
  expect(await sent()).toMatch(/^SMTP_URL is not set, so no mail left\. Written to .*\.eml in /);
  expect(await listMails(dataDir)).toMatchObject([{ to: 'ada@example.com' }]);
});

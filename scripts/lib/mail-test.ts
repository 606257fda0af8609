import type { Environment } from '#config/process/environment.ts';
import { SITE } from '#config/site.ts';
import { openTransport } from '#node/mail-transport.ts';
import { mailDir } from '#publish/process/source.ts';

/**
 * Sends one mail by the settings of the environment.
 * @returns what became of it, for an operator.
 * @throws a sentence with what the server said when it did not take it.
 */
export async function sendTestMail(environment: Environment, to: string): Promise<string> {
  const { mail, dataDir, origin } = environment;
  const transport = openTransport({ ...mail, folder: mailDir(dataDir) });
  try {
    const answer = await transport.send({
      to,
      subject: `A test mail from ${SITE.name}`,
      text: `Mails from ${origin} arrive here.\n`,
      html: `<p>Mails from ${new URL(origin).href} arrive here.</p>`,
    });
    return mail.smtpUrl
      ? `The server took a mail from ${mail.from.address} to ${to}: ${answer}`
      : `SMTP_URL is not set, so no mail left. ${answer} in ${mailDir(dataDir)}.`;
  } catch (error) {
    throw new Error(`No mail left: ${(error as Error).message}`);
  } finally {
    transport.close();
  }
}

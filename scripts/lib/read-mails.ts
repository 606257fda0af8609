import { simpleParser } from 'mailparser';
import type { MailFile } from '#embedded/base/options.ts';
import { mailFiles } from '#embedded/mail/mail.ts';

/** A mail as its reader has it. For development and tests: nothing of the product reads mails. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Every address in the text, in order. */
  links: string[];
  messageId: string;
  /** When it was written; null where it does not say. */
  at: Date | null;
}

const LINK = /https?:\/\/[^\s"'<>]+/g;

/** The mails of a data directory, oldest first. */
export async function listMails(dataDir: string): Promise<Mail[]> {
  return Promise.all((await mailFiles(dataDir)).map(readMail));
}

export const readMail = ({ bytes }: MailFile): Promise<Mail> => parseMail(bytes);

/** A mail as it travels. */
export async function parseMail(bytes: Buffer | string): Promise<Mail> {
  const mail = await simpleParser(bytes, { skipHtmlToText: true, skipTextToHtml: true });
  const [to] = [mail.to ?? []].flat();
  const text = mail.text ?? '';
  return {
    to: to?.value[0]?.address ?? '',
    subject: mail.subject ?? '',
    text,
    html: mail.html || '',
    links: text.match(LINK) ?? [],
    messageId: mail.messageId ?? '',
    at: mail.date ?? null,
  };
}

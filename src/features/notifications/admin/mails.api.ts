import { parseAnswer, throwError, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import type { ListQuery, TablePage } from '#lib/table-page.ts';
import { z } from '#lib/zod.ts';
import {
  type AdminMail,
  adminMailSchema,
  type MailCounts,
  mailCountsSchema,
} from './admin-mail.ts';

/** Mails, the newest first, whatever the order that is asked for. Throws an AppError. */
export async function listMails(query: ListQuery, signal?: AbortSignal): Promise<MailPage> {
  const client = await browserClient();
  const call = client.rpc('admin_mails', {
    p_search: query.search || null,
    p_state: query.filter || null,
    p_limit: query.limit,
    p_offset: query.offset,
  });
  return parseAnswer(mailsSchema, unwrap(await (signal ? call.abortSignal(signal) : call)));
}

interface MailPage extends TablePage<AdminMail> {
  /** Of all mails, whatever is searched. */
  counts: MailCounts;
}

/** Sends a mail again that was sent or has failed. Throws an AppError. */
export async function resendMail(id: number): Promise<void> {
  const client = await browserClient();
  unwrap(await client.rpc('resend_mail', { p_id: id }));
}

/** Takes a mail that has failed off the desk. Throws an AppError. */
export async function settleMail(id: number): Promise<void> {
  const client = await browserClient();
  throwError(await client.rpc('dismiss_mail', { p_id: id }));
}

const mailsSchema = z.object({
  counts: mailCountsSchema,
  total: z.number().int(),
  rows: z.array(adminMailSchema),
});

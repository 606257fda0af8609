import { ask, call } from '#data/rpc.ts';
import type { ListQuery } from '#lib/table-page.ts';
import { z } from '#lib/zod.ts';
import { adminMailSchema, mailCountsSchema } from './admin-mail.ts';

const mailsSchema = z.object({
  /** Of all mails, whatever is searched. */
  counts: mailCountsSchema,
  total: z.number().int(),
  rows: z.array(adminMailSchema),
});

/** Mails, the newest first, whatever the order that is asked for. Throws an AppError. */
export const listMails = (query: ListQuery, signal?: AbortSignal) =>
  ask(
    mailsSchema,
    'admin_mails',
    {
      p_search: query.search || null,
      p_state: query.filter || null,
      p_limit: query.limit,
      p_offset: query.offset,
    },
    signal,
  );

/** Sends a mail again that was sent or has failed. Throws an AppError. */
export const resendMail = (id: number) => call('resend_mail', { p_id: id });

/** Takes a mail that has failed off the desk. Throws an AppError. */
export const settleMail = (id: number) => call('dismiss_mail', { p_id: id });

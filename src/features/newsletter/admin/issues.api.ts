import { ask } from '#data/rpc.ts';
import { z } from '#lib/zod.ts';
import { type IssueText, nextIssueSchema } from '../newsletter.ts';

/** How many are on the list, the last issue, and what the next one can be made of. Throws an AppError. */
export const readNewsletter = () => ask(nextIssueSchema, 'admin_newsletter');

interface NewsletterIssue extends IssueText {
  /** Makes it safe to send again. */
  id: string;
  artists: string[];
  murals: string[];
}

const sentSchema = z.object({ recipients: z.number().int() });

/** Sends an issue to its author, or to everybody on the list; gives to how many. Throws an AppError. */
export async function sendNewsletter(issue: NewsletterIssue, toAll: boolean): Promise<number> {
  const { recipients } = await ask(sentSchema, 'send_newsletter', {
    p_id: issue.id,
    p_subject: issue.subject,
    p_intro: issue.intro,
    p_artists: issue.artists,
    p_murals: issue.murals,
    p_to_all: toAll,
  });
  return recipients;
}

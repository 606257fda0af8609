import { toAppError } from '#data/app-error.ts';
import { mailRequestLink } from '#data/request-link.ts';
import { messageFor } from '#domain/errors.ts';
import { toast } from '#ui/toast.ts';

const FAILED = 'The link could not be sent. Please try again.';

/** Mails the link that a token is of to whoever asked, and says where it went or why it did not. */
export async function mailLink(token: string): Promise<void> {
  try {
    void toast.success(`The link is on its way to ${await mailRequestLink(token)}`);
  } catch (error) {
    console.error(error);
    void toast.error(messageFor(toAppError(error).code, FAILED));
  }
}

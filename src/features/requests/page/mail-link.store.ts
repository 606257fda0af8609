import { moveDeviceProof } from '#browser/device-proofs.ts';
import { paths } from '#config/paths.ts';
import { toAppError } from '#data/app-error.ts';
import { whyNot } from '#data/why-not-saved.ts';
import { messageFor } from '#lib/errors.ts';
import { saidOfMail } from '#lib/mail-outcome.ts';
import { toast } from '#ui/overlays/toast.ts';
import { mailRequestLink, rotateRequestLink } from './request-link.api.ts';

const TOO_MANY = 'Check your email, or ask again in an hour.';
/** Emails the client the link of a token, and says where it went or why it did not. */
export async function mailLink(token: string): Promise<void> {
  try {
    const { email, mail } = await mailRequestLink(token);
    const said = saidOfMail(mail, `The link is on its way to ${email}`);
    void (mail.state === 'sent' ? toast.success(said) : toast.error(said));
  } catch (error) {
    console.error(error);
    const { code } = toAppError(error);
    void toast.error(
      code === 'rate_limited' ? TOO_MANY : messageFor(code, 'The link wasn’t sent. Try again.'),
    );
  }
}

/** Ends every link of the request, for one that got into wrong hands, and goes on with a new one. */
export async function replaceLink(token: string): Promise<void> {
  try {
    const next = await rotateRequestLink(token);
    moveDeviceProof(token, next);
    location.replace(paths.requestBy(next));
    void toast.success('Old links no longer work. We emailed you the new one');
  } catch (error) {
    console.error(error);
    void toast.error(whyNot('The link wasn’t replaced. Try again.')(error));
  }
}

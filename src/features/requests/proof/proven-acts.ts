import { sixDigits } from '#lib/digits-code.ts';
import { emailSchema } from '#lib/email.ts';
import { z } from '#lib/zod.ts';

/**
 * What a client does with the link of a request and six digits of an email, as it is asked for and told of. The rows of
 * `private.act_proofs` that take a code.
 */
export const PROVEN_ACTS: Record<string, { to: string; did: string }> = {
  sign_agreement: { to: 'sign the agreement', did: 'You signed the agreement' },
  end_agreement: { to: 'end the agreement', did: 'You ended the agreement' },
  approve_sketch: { to: 'approve the sketch', did: 'You approved a sketch' },
  reopen_sketch: { to: 'reopen the sketch', did: 'You asked to reopen a sketch' },
  agree_sketch_round: {
    to: 'agree to another round',
    did: 'You agreed to another round of sketches',
  },
  correct_request_contact: { to: 'change your contact', did: 'The email address changed' },
  rotate_request_link: { to: 'replace the link', did: 'You replaced the link' },
  adopt_requests: { to: 'add the request to your account', did: 'You added it to your account' },
  call_off_job: { to: 'call off the job', did: 'You called off the job' },
  close_request: { to: 'close the request', did: 'You closed the request' },
  erase_request: { to: 'erase the request', did: 'You erased the request' },
};

/** What an artist is told of that a client does not do. */
export const ARTIST_ACTS: Record<string, string> = {
  change_how_to_pay: 'How clients pay you has changed',
};

export const proofCodeSchema = z.object({ code: sixDigits() });

export const addressSchema = z.object({ email: emailSchema });

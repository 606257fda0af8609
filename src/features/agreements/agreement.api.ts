import { parseAnswer, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import { codeRefused, saidOfCode } from '#data/emailed-code.ts';
import { ask } from '#data/rpc.ts';
import { type AssignmentKey, assignmentArgs } from '#lib/assignment-key.ts';
import { askedMailSchema } from '#lib/mail-outcome.ts';
import { z } from '#lib/zod.ts';
import { type AgreementValues, languageSchema } from './agreement.ts';
import { AGREEMENT_STATES } from './agreement-states.ts';
import { type SignatureDraft, versionSchema } from './signature.ts';

export const shownSchema = z.object({
  side: z.enum(['client', 'artist']),
  /** The caller signs with a code of an email. */
  by_code: z.boolean(),
  state: z.enum(AGREEMENT_STATES),
  /** What the caller may do: offer, take_back, ask_change, sign, end. */
  can: z.array(z.string()),
  /** What the client would like to have changed. */
  change: z.string().nullable(),
  ended_by: z.enum(['client', 'artist', 'system']).nullable(),
  ended_reason: z.string().nullable(),
  /** What both sides use, else English: the language that a first version counts in. */
  language: languageSchema,
  /** What was offered last. */
  current: versionSchema.nullable(),
  /** What both signed before, while they amend it or after it ended. */
  in_force: versionSchema.nullable(),
});
/** An agreement as one of its two sides sees it. */
export type ShownAgreement = z.output<typeof shownSchema>;

/*
 * All throw an AppError: `not_allowed` or `link_refused` for whom it is none of their business, `move_refused` where
 * the state does not allow it any more, `agreement_changed` where the version is not the one that was read.
 */
export const readAgreement = (of: AssignmentKey): Promise<ShownAgreement> =>
  ask(shownSchema, 'read_agreement', assignmentArgs(of));

/** Offers a version that follows the one with this number; once for each idempotency key. */
export const offerAgreement = (
  lead: string,
  body: AgreementValues,
  read: number,
  idempotencyKey: string,
): Promise<ShownAgreement> =>
  ask(shownSchema, 'offer_agreement', {
    p_lead: lead,
    p_body: body,
    p_read: read,
    p_key: idempotencyKey,
  });

export const takeBackAgreement = (lead: string, hash: string): Promise<ShownAgreement> =>
  ask(shownSchema, 'take_back_agreement', { p_lead: lead, p_hash: hash });

export const askAgreementChange = (of: AssignmentKey, hash: string, text: string) =>
  ask(shownSchema, 'ask_agreement_change', { ...assignmentArgs(of), p_hash: hash, p_text: text });

export const endAgreement = (of: AssignmentKey, reason: string): Promise<ShownAgreement> =>
  ask(shownSchema, 'end_agreement', { ...assignmentArgs(of), p_reason: reason });

/** Emails a guest the code to sign with, and says so, or when it goes out. */
export async function sendAgreementCode(of: AssignmentKey, hash: string): Promise<string> {
  const args = { ...assignmentArgs(of), p_hash: hash, p_token: of.token ?? '' };
  return saidOfCode(await ask(askedMailSchema, 'send_agreement_code', args));
}

/** Signs the version with this hash. Throws `code_refused` for a wrong code as well. */
export async function signAgreement(of: AssignmentKey, hash: string, draft: SignatureDraft) {
  const answer = await ask(
    shownSchema.extend({
      refused: z.literal('code_refused').optional(),
      proof: z.string().optional(),
    }),
    'sign_agreement',
    {
      ...assignmentArgs(of),
      p_hash: hash,
      p_name: draft.name,
      p_code: draft.code,
    },
  );
  if (answer.refused) throw codeRefused();
  return answer;
}

const storedTermsSchema = z.record(z.string(), z.unknown());

/** The calling artist's own terms as they are stored; null where they never saved any. */
export async function readTerms(): Promise<Record<string, unknown> | null> {
  const client = await browserClient();
  const row = unwrap(await client.from('agreement_terms').select('terms').limit(1));
  return row[0] ? parseAnswer(storedTermsSchema, row[0].terms) : null;
}

/** Saves changed terms against what was read, and gives them as they are now. Throws `changed_elsewhere`. */
export const saveTerms = (changes: object, read: object): Promise<Record<string, unknown>> =>
  ask(storedTermsSchema, 'save_agreement_terms', {
    p_changes: changes as never,
    p_read: read as never,
  });

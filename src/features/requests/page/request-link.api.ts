import { toAppError } from '#data/app-error.ts';
import { ask, call } from '#data/rpc.ts';
import type { SiteFacts } from '#features/site-facts/site-facts.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { askedMailSchema, type MailOutcome } from '#lib/mail-outcome.ts';
import { z } from '#lib/zod.ts';
import type { RequestKey } from '../request-key.ts';
import { completeRequest, disputeCompletion, undoCompletion } from './request.api.ts';
import { type Contact, type TrackedRequest, trackedRequestSchema } from './tracked-request.ts';

const rotatedSchema = z.object({ token: z.string() });

/** The request that a key opens. With the token of an email it shows as well that its address is read. */
export const trackRequest = (key: RequestKey) => ask(trackedRequestSchema, 'track_request', key);

/** The same; null for a key that opens nothing. */
export async function openRequest(key: RequestKey): Promise<{ request: TrackedRequest | null }> {
  try {
    return { request: await trackRequest(key) };
  } catch (error) {
    // An address that names no id is refused by the API itself.
    if (['link_refused', '22P02'].includes(toAppError(error).code)) return { request: null };
    throw error;
  }
}

/** What the client can do with a request, by account or by link. All of it throws an AppError. */
export function requestActions(key: RequestKey) {
  const token = 'p_token' in key ? key.p_token : undefined;
  const byToken = token ? { p_token: token } : {};
  const schema = trackedRequestSchema;
  /** It as it is now. */
  const read = () => trackRequest(key);
  /** One of its artists, for the calls about the two. */
  const assignment = (lead: string, artist: string): AssignmentKey => ({ lead, artist, token });
  const withArtist =
    (act: (of: AssignmentKey) => Promise<unknown>) =>
    async (request: TrackedRequest, artist: string) => {
      await act(assignment(request.id, artist));
      return read();
    };
  return {
    key,
    token,
    read,
    assignment,
    /** Sends it to one more of its matches. */
    addArtist: (artist: string) => ask(schema, 'add_request_artist', { ...key, p_artist: artist }),
    /** Asks an artist who was passed over, once the job of another is called off. */
    askAgain: (artist: string) => ask(schema, 'ask_artist_again', { ...key, p_artist: artist }),
    addLine: (line: string) => ask(schema, 'add_request_line', { ...key, p_text: line }),
    /** Changes what it says about the site of its wall. */
    setFacts: (facts: Partial<SiteFacts>) =>
      ask(schema, 'set_site_facts', { ...key, p_facts: { ...facts } }),
    correctContact: ({ name, email, phone }: Contact) => {
      const contact = { p_name: name, p_email: email, p_phone: phone };
      return ask(schema, 'correct_request_contact', { ...key, ...contact });
    },
    /** Keeps its address, where another one was asked for. */
    stopAddressChange: () => ask(schema, 'stop_address_change', key),
    /**
     * Chooses a proposal, and lets the other artists know. Throws `proposal_taken`, `proposal_changed` or
     * `proposal_expired` where another press or time was faster.
     */
    accept: (proposal: string) =>
      ask(schema, 'accept_proposal', { p_proposal: proposal, ...byToken }),
    /** Says no to a proposal, and lets its artist know. Throws `proposal_changed`. */
    decline: (proposal: string) =>
      ask(schema, 'decline_proposal', { p_proposal: proposal, ...byToken }),
    /** Says that the wall is painted, or agrees with the artist who said so. */
    complete: withArtist(completeRequest),
    /** Does not agree: it is not painted yet. */
    dispute: withArtist(disputeCompletion),
    /** Takes back that it is painted, until the artist agrees. */
    undo: withArtist(undoCompletion),
    /** Closes it for good. */
    withdraw: () => ask(schema, 'close_request', key),
    /** Erases it with everything about it; nothing opens it afterwards. */
    erase: async () => {
      await call('erase_request', key);
    },
  };
}
export type RequestActions = ReturnType<typeof requestActions>;

/** Emails a link to the request that a token opens to its client; gives their address and what became of the email. */
export async function mailRequestLink(
  token: string,
): Promise<{ email: string; mail: MailOutcome }> {
  return ask(askedMailSchema, 'mail_request_link', { p_token: token });
}

/** Ends all links of a request, and gives the token of a new one. */
export async function rotateRequestLink(token: string): Promise<string> {
  return (await ask(rotatedSchema, 'rotate_request_link', { p_token: token })).token;
}

/** Emails the links of the requests of an address; the answer does not tell whether there are any. */
export const renewRequestLink = (email: string) => call('renew_request_link', { p_email: email });

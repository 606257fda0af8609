import { toAppError } from '#data/app-error.ts';
import { ask, call } from '#data/rpc.ts';
import { serverViolation } from '#data/server-violation.ts';
import type { SiteFacts } from '#features/site-facts/site-facts.ts';
import { messageFor } from '#lib/errors.ts';
import { askedMailSchema, type MailOutcome } from '#lib/mail-outcome.ts';
import { z } from '#lib/zod.ts';
import { acceptProposal, declineProposal } from '../proposals/proposals.api.ts';
import type { RequestKey } from '../request-key.ts';
import { completeRequest, disputeCompletion, undoCompletion } from './request.api.ts';
import { type Contact, type TrackedRequest, trackedRequestSchema } from './tracked-request.ts';

const rotatedSchema = z.object({ token: z.string() });

/** The request that a key opens. With the token of an email it shows as well that its address is read. */
export async function trackRequest(key: RequestKey): Promise<TrackedRequest> {
  return ask(trackedRequestSchema, 'track_request', key);
}

/** What the client can do with the request. */
export function requestActions(key: RequestKey) {
  const token = 'p_token' in key ? key.p_token : undefined;
  const read = () => trackRequest(key);
  const assignment = (lead: string, artist: string) => ({ lead, artist, token });
  return {
    read,
    addArtist: async (artist: string) => {
      return ask(trackedRequestSchema, 'add_request_artist', { ...key, p_artist: artist });
    },
    askAgain: async (artist: string) => {
      return ask(trackedRequestSchema, 'ask_artist_again', { ...key, p_artist: artist });
    },
    addLine: async (line: string) => {
      return ask(trackedRequestSchema, 'add_request_line', { ...key, p_text: line });
    },
    setFacts: async (facts: Partial<SiteFacts>) => {
      return ask(trackedRequestSchema, 'set_site_facts', { ...key, p_facts: { ...facts } });
    },
    correctContact: async ({ name, email, phone }: Contact) => {
      const contact = { p_name: name, p_email: email, p_phone: phone };
      return ask(trackedRequestSchema, 'correct_request_contact', { ...key, ...contact });
    },
    stopAddressChange: async () => {
      return ask(trackedRequestSchema, 'stop_address_change', key);
    },
    accept: (proposal: string) => acceptProposal(proposal, token),
    decline: (proposal: string) => declineProposal(proposal, token),
    complete: async (request: TrackedRequest, artist: string) => {
      await completeRequest(assignment(request.id, artist));
      return read();
    },
    dispute: async (request: TrackedRequest, artist: string) => {
      await disputeCompletion(assignment(request.id, artist));
      return read();
    },
    undo: async (request: TrackedRequest, artist: string) => {
      await undoCompletion(assignment(request.id, artist));
      return read();
    },
    assignment,
    withdraw: async () => {
      return ask(trackedRequestSchema, 'close_request', key);
    },
    erase: async () => {
      await call('erase_request', key);
    },
    refused: serverViolation,
    explain: (error: unknown, fallback: string) => messageFor(toAppError(error).code, fallback),
  };
}

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
export async function renewRequestLink(email: string): Promise<void> {
  await call('renew_request_link', { p_email: email });
}

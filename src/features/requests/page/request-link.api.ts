import { parseAnswer, toAppError, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import { serverViolation } from '#data/server-violation.ts';
import { messageFor } from '#lib/errors.ts';
import { z } from '#lib/zod.ts';
import type { RequestKey } from '../request-key.ts';
import { acceptProposal, completeRequest, disputeCompletion } from './request.api.ts';
import { type Contact, type TrackedRequest, trackedRequestSchema } from './tracked-request.ts';

const mailedSchema = z.object({ email: z.string() });
const rotatedSchema = z.object({ token: z.string() });

const request = (answer: Parameters<typeof unwrap>[0]): TrackedRequest =>
  parseAnswer(trackedRequestSchema, unwrap(answer));

/** The request that a key opens. With the token of an email it shows as well that its address is read. */
export async function trackRequest(key: RequestKey): Promise<TrackedRequest> {
  const client = await browserClient();
  return request(await client.rpc('track_request', key));
}

/** What whoever asked can do about it. */
export function requestActions(key: RequestKey) {
  const token = 'p_token' in key ? key.p_token : undefined;
  const read = () => trackRequest(key);
  return {
    read,
    addArtist: async (artist: string) => {
      const client = await browserClient();
      return request(await client.rpc('add_request_artist', { ...key, p_artist: artist }));
    },
    addLine: async (line: string) => {
      const client = await browserClient();
      return request(await client.rpc('add_request_line', { ...key, p_text: line }));
    },
    correctContact: async ({ name, email, phone }: Contact) => {
      const client = await browserClient();
      const contact = { p_name: name, p_email: email, p_phone: phone };
      return request(await client.rpc('correct_request_contact', { ...key, ...contact }));
    },
    accept: (proposal: string) => acceptProposal(proposal, token),
    complete: async ({ id }: TrackedRequest, artist: string) => {
      await completeRequest({ lead: id, artist, token });
      return read();
    },
    dispute: async ({ id }: TrackedRequest, artist: string) => {
      await disputeCompletion({ lead: id, artist, token });
      return read();
    },
    withdraw: async () => {
      const client = await browserClient();
      return request(await client.rpc('close_request', key));
    },
    erase: async () => {
      const client = await browserClient();
      unwrap(await client.rpc('erase_request', key));
    },
    refused: serverViolation,
    explain: (error: unknown, fallback: string) => messageFor(toAppError(error).code, fallback),
  };
}

/** Emails a link to the request that a token opens to its client, and gives their address. */
export async function mailRequestLink(token: string): Promise<string> {
  const client = await browserClient();
  return parseAnswer(
    mailedSchema,
    unwrap(await client.rpc('mail_request_link', { p_token: token })),
  ).email;
}

/** Ends all links of a request, and gives the token of a new one. */
export async function rotateRequestLink(token: string): Promise<string> {
  const client = await browserClient();
  return parseAnswer(
    rotatedSchema,
    unwrap(await client.rpc('rotate_request_link', { p_token: token })),
  ).token;
}

/** Emails the links of the requests of an address; the answer does not tell whether there are any. */
export async function renewRequestLink(email: string): Promise<void> {
  const client = await browserClient();
  unwrap(await client.rpc('renew_request_link', { p_email: email }));
}

import {
  type Contact,
  type TrackedRequest,
  trackedRequestSchema,
} from '#domain/tracked-request.ts';
import { parseAnswer, unwrap } from './app-error.ts';
import { browserClient } from './browser-client.ts';

/*
 * A request by its link (design, section 7). The token goes in the body of each call and in no address. All throw an
 * AppError: `link_refused` for every token that opens nothing, `request_withdrawn`, or a broken rule with its field.
 */

/** The request that a token opens. It only reads. */
export async function trackRequest(token: string): Promise<TrackedRequest> {
  const client = await browserClient();
  const answer = await client.rpc('track_request', { p_token: token });
  return parseAnswer(trackedRequestSchema, unwrap(answer));
}

/** Sends the request to one more of its matches. */
export async function addRequestArtist(token: string, artist: string): Promise<TrackedRequest> {
  const client = await browserClient();
  const answer = await client.rpc('add_request_artist', { p_token: token, p_artist: artist });
  return parseAnswer(trackedRequestSchema, unwrap(answer));
}

/** Adds a line to what was asked. */
export async function addRequestLine(token: string, line: string): Promise<TrackedRequest> {
  const client = await browserClient();
  const answer = await client.rpc('add_request_line', { p_token: token, p_text: line });
  return parseAnswer(trackedRequestSchema, unwrap(answer));
}

/** Corrects who asked and how to reach them. */
export async function correctRequestContact(
  token: string,
  { name, email, phone }: Contact,
): Promise<TrackedRequest> {
  const client = await browserClient();
  const answer = await client.rpc('correct_request_contact', {
    p_token: token,
    p_name: name,
    p_email: email,
    p_phone: phone,
  });
  return parseAnswer(trackedRequestSchema, unwrap(answer));
}

/** Closes the request for good. */
export async function withdrawRequest(token: string): Promise<TrackedRequest> {
  const client = await browserClient();
  const answer = await client.rpc('withdraw_request', { p_token: token });
  return parseAnswer(trackedRequestSchema, unwrap(answer));
}

/** Erases the request with everything about it; the token opens nothing afterwards. */
export async function eraseRequest(token: string): Promise<void> {
  const client = await browserClient();
  unwrap(await client.rpc('erase_request', { p_token: token }));
}

/** Mails new links to the requests of an address; the answer does not tell whether there are any. */
export async function renewRequestLink(email: string): Promise<void> {
  const client = await browserClient();
  unwrap(await client.rpc('renew_request_link', { p_email: email }));
}

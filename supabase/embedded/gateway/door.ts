import { isImport, largestBody, mostValues, type SenderKind } from '#http/body-limits.ts';
import { CLIENT_ADDRESS, FRONT_SECRET } from '#http/front-secret.ts';
import { networkOf } from '#http/network.ts';
import { REQUEST_ID, safeRequestId } from '#http/request-id.ts';
import { readTarget } from '#http/request-target.ts';
import { liveClaimsOf } from '#http/signed-token.ts';
import { type Call, emailOf, type Services } from './call/call.ts';
import { type Credentials, isSecret, readCredentials } from './call/credentials.ts';
import { readJson, UnreadableBody } from './call/json-body.ts';
import { authError, errorFor, restError, storageError } from './call/responses.ts';

/** Parameters that a service reads once: of two, a guard might read the one and the service the other. */
const SINGLE = /^(select|order|limit|offset|on_conflict|columns)$/;

/** A request as it came, before anybody has read it. */
export interface Arrival {
  request: Request;
  /** The address of the other end of the connection. */
  peer: string;
  /** The target of the request line, which `request.url` no longer shows as it was. */
  target: string;
  /** Fires when the client goes away. That of `request`, and its body, take as much as all the rest of a read. */
  signal: AbortSignal;
}

/**
 * Reads a request, once: path, query, credentials and body in the one form that guards and services see alike.
 * @returns the answer instead, when something about it has more than one reading.
 */
export async function readCall(arrival: Arrival, services: Services): Promise<Call | Response> {
  const { request } = arrival;
  const target = readTarget(arrival.target);
  if (!target) return unknownPath(new URL(request.url).pathname);
  const { path } = target;
  const query = new URLSearchParams(target.query);
  const headers = new Headers(request.headers);
  const address = addressOf(headers, arrival.peer, services.frontSecret);
  if (!address) return errorFor(path, 403, 'not_front', 'Only the front may name an address');
  headers.delete(FRONT_SECRET);
  headers.set(CLIENT_ADDRESS, address);
  const credentials = readCredentials(headers, query, services.keys);
  if (typeof credentials === 'string') return refuseCredentials(path, credentials);
  if (!isPlain(query, path)) return unreadable(path, 'its query has more than one reading');

  const sender = await senderKind(path, query, credentials, services);
  const body = await readBody(request, largestBody(path, sender));
  if (body === 'too large') return tooLarge(path);
  const url = new URL(target.encodedPath, request.url);
  url.search = query.toString();
  const { token, service } = credentials;
  const { method } = request;
  const ip = networkOf(address);
  const id = safeRequestId(headers.get(REQUEST_ID));
  const call = { method, url, path, headers, body, ip, service, token, request: id };
  return withCheckedBody(call);
}

/** Whom a request is counted by: the front's word, or its other end. Null for another program's word. */
function addressOf(headers: Headers, peer: string, secret: string | undefined): string | null {
  const named = headers.get(CLIENT_ADDRESS);
  if (!named) return peer;
  if (secret === undefined) return named;
  return isSecret(headers.get(FRONT_SECRET) ?? '', secret) ? named : null;
}

function isPlain(query: URLSearchParams, path: string): boolean {
  const seen = new Set<string>();
  for (const [name, value] of query) {
    if (name.includes('\0') || value.includes('\0')) return false;
    // Filters of one column may come twice; nothing else may.
    const single = SINGLE.test(name) || !path.startsWith('/rest/');
    if (single && seen.has(name)) return false;
    seen.add(name);
  }
  return true;
}

/** Accounts are named in one way only, so that whatever counts by an address counts what the service looks up. */
function withCheckedBody(call: Call): Call | Response {
  if (!call.body || call.body.length === 0 || !expectsJson(call)) return call;
  try {
    const value = readJson(call.body, mostValues(call.path));
    if (call.path.startsWith('/rest/')) checkRows(call, value);
    if (!call.path.startsWith('/auth/')) return call;
    return { ...call, body: Buffer.from(JSON.stringify(accountForm(value))) };
  } catch (error) {
    if (error instanceof UnreadableBody) return unreadable(call.path, error.message);
    throw error;
  }
}

/** Of anything else @supabase/lite makes statements that are none. */
function checkRows({ method, path, url }: Call, value: unknown): void {
  if (!/^(POST|PATCH|PUT)$/.test(method)) return;
  if (path.startsWith('/rest/v1/rpc/')) {
    if (!isRow(value)) throw new UnreadableBody('its arguments are no JSON object');
    return;
  }
  const rows = Array.isArray(value) ? value : [value];
  if (!rows.every(isRow))
    throw new UnreadableBody('it is neither a JSON object nor a list of them');
  // Clients put the names of a list's columns in quotes.
  const columns = url.searchParams.get('columns')?.split(',');
  const names = columns?.map((name) => name.replace(/^"|"$/g, '')) ?? rows.flatMap(Object.keys);
  const named = names.some((name) => rows.some((row) => Object.hasOwn(row, name)));
  // An empty list adds nothing, and an empty object changes nothing.
  const nothing = method === 'PATCH' ? !Array.isArray(value) : rows.length === 0;
  if (!named && !nothing) throw new UnreadableBody('it names no column');
}

const isRow = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Fields that the auth service takes for text without looking. */
const TEXTS = [
  'email',
  'password',
  'phone',
  'token',
  'token_hash',
  'type',
  'refresh_token',
  'auth_code',
  'code_verifier',
  'nonce',
  'scope',
] as const;

function accountForm(value: unknown): Record<string, unknown> {
  if (!isRow(value)) throw new UnreadableBody('it is no JSON object');
  const form = value;
  for (const name of TEXTS)
    if (Object.hasOwn(form, name) && form[name] !== null && typeof form[name] !== 'string')
      throw new UnreadableBody(`its ${name} is no text`);
  const { data } = form;
  if (data !== undefined && (typeof data !== 'object' || Array.isArray(data)))
    throw new UnreadableBody('its data is no object');
  return typeof form.email === 'string' ? { ...form, email: emailOf(form) } : form;
}

function expectsJson({ path, method, headers }: Call): boolean {
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (path.startsWith('/auth/')) return true;
  if (path.startsWith('/rest/')) return !type || type === 'application/json';
  const uploads =
    method === 'PUT' ||
    /^\/storage\/v1\/(object\/(?!list\/|list-v2\/|sign\/|move$|copy$)|upload\/)/.test(path);
  return method === 'DELETE' || /^\/storage\/v1\/bucket(\/|$)/.test(path) || !uploads;
}

/** As the front tells senders apart. What only admins may call, only they send much to. */
async function senderKind(
  path: string,
  query: URLSearchParams,
  { token, service }: Credentials,
  { keys, db }: Services,
): Promise<SenderKind> {
  if (service) return 'operator';
  const signed = path.startsWith('/storage/') ? query.get('token') : null;
  const [caller, address] = [token, signed].map(
    (text) => text && liveClaimsOf(text, keys.jwtSecret),
  );
  if (!caller && !address) return 'guest';
  if (!caller || !isImport(path)) return 'person';
  const [admin] = await db.sql(
    `select 1 from public.user_roles where user_id::text = $1 and role = 'admin'`,
    [String(caller.sub)],
  );
  return admin ? 'person' : 'guest';
}

async function readBody(
  request: Request,
  largest: number,
): Promise<Uint8Array | null | 'too large'> {
  if (request.method === 'GET' || request.method === 'HEAD' || !request.body) return null;
  if (Number(request.headers.get('content-length') ?? 0) > largest) return 'too large';
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body) {
    size += part.length;
    if (size > largest) return 'too large';
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function tooLarge(path: string): Response {
  if (path.startsWith('/storage/'))
    return storageError(413, 'Payload too large', 'The object exceeded the maximum allowed size');
  return errorFor(path, 413, 'request_too_large', 'The request is too large');
}

function unknownPath(path: string): Response {
  if (path.startsWith('/storage/')) return storageError(404, 'not_found', 'Object not found');
  if (path.startsWith('/auth/')) return authError(404, 'not_found', 'Not found');
  return restError(404, 'PGRST125', 'Invalid path specified in request URL');
}

function unreadable(path: string, reason: string): Response {
  const message = `The request cannot be read: ${reason}`;
  if (/^\/(auth|storage)\//.test(path)) return errorFor(path, 400, 'bad_json', message);
  return restError(400, 'PGRST102', 'Empty or invalid json', message);
}

function refuseCredentials(path: string, reason: string): Response {
  const code = path.startsWith('/auth/') ? 'no_authorization' : 'PGRST301';
  return errorFor(path, 401, code, reason);
}

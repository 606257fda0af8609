import { STORAGE_PATHS } from '#http/body-limits.ts';
import { claimsOf, signClaims } from '#http/signed-token.ts';
import { type Call, forward, jsonBody, type Services } from './call.ts';
import { json, storageError } from './responses.ts';
import { type ObjectName, refuseKey } from './storage-names.ts';
import { renderedUrl } from './storage-transform.ts';
import { sessionLives } from './tokens.ts';

const SIGN = '/storage/v1/object/sign/';
const LONGEST_SECONDS = 10 * 365 * 24 * 3600;
const MISSING = 'Either the object does not exist or you do not have access to it';

/** The address of one file. supabase-js expects it relative to `/storage/v1`, under the name `signedURL`. */
export async function signOne(call: Call, { app }: Services): Promise<Response> {
  const expiresIn = secondsOf(call);
  if (expiresIn === null) return wrongTime();
  const response = await forward(app, call, { body: JSON.stringify({ expiresIn }) });
  if (!response.ok) return response;
  const { signedUrl } = (await response.json()) as { signedUrl: string };
  const { transform } = jsonBody(call);
  const url = relative(signedUrl);
  return json(200, { signedURL: transform ? renderedUrl(url, Object(transform)) : url });
}

/** Addresses of several files at once: one that is missing has an error of its own, and the others their address. */
export async function signMany(call: Call, bucket: string, services: Services): Promise<Response> {
  const { paths } = jsonBody(call);
  const expiresIn = secondsOf(call);
  if (expiresIn === null) return wrongTime();
  const listed = Array.isArray(paths) && paths.every((path) => typeof path === 'string');
  if (!listed || paths.length === 0 || paths.length > STORAGE_PATHS)
    return storageError(400, 'InvalidRequest', `Between 1 and ${STORAGE_PATHS} paths are needed`);
  const answers = [];
  for (const path of paths as string[]) {
    const one = refuseKey(path) ? null : await signOne(at(call, bucket, path), services);
    if (one && one.status >= 500) return one;
    const signed = one?.ok ? ((await one.json()) as { signedURL: string }).signedURL : null;
    answers.push({ path, signedURL: signed, error: signed === null ? MISSING : null });
  }
  return json(200, answers);
}

/** An address to upload to. It ends with the session that asked for it, not only with its two hours. */
export async function signUpload(
  call: Call,
  { name }: ObjectName,
  services: Services,
): Promise<Response> {
  const refusal = refuseKey(name);
  if (refusal) return refusal;
  const response = await forward(services.app, call);
  if (!response.ok) return response;
  const { signedUrl, token } = (await response.json()) as { signedUrl: string; token: string };
  const secret = services.keys.jwtSecret;
  const session = call.token ? claimsOf(call.token, secret)?.session_id : undefined;
  const own =
    session === undefined
      ? token
      : signClaims({ ...claimsOf(token, secret), session_id: session }, secret);
  const url = relative(signedUrl).replace(/\?.*$/, `?token=${own}`);
  return json(200, { url, token: own });
}

/** The refusal of a signed address that is not good for this file; null for a good one. */
export async function refuseSignature(
  call: Call,
  { bucket, name }: ObjectName,
  intent: 'download' | 'upload',
  services: Services,
): Promise<Response | null> {
  const token = call.url.searchParams.get('token');
  const claims = token ? claimsOf(token, services.keys.jwtSecret) : null;
  if (!claims) return storageError(400, 'InvalidJWT', 'Invalid signature');
  if (typeof claims.exp !== 'number' || claims.exp * 1000 <= Date.now())
    return storageError(400, 'InvalidJWT', '"exp" claim timestamp check failed');
  if (claims.bucket !== bucket || claims.sub !== name || claims.intent !== intent)
    return storageError(400, 'InvalidSignature', 'The signature is for another file');
  return (await sessionLives(claims, services.sessions))
    ? null
    : storageError(400, 'InvalidJWT', 'The session that asked for this address has ended');
}

function at(call: Call, bucket: string, path: string): Call {
  const url = new URL(call.url);
  url.pathname = SIGN + [bucket, ...path.split('/')].map(encodeURIComponent).join('/');
  return { ...call, url, path: `${SIGN}${bucket}/${path}` };
}

function secondsOf(call: Call): number | null {
  const { expiresIn } = jsonBody(call);
  const good = Number.isInteger(expiresIn) && Number(expiresIn) >= 1;
  return good && Number(expiresIn) <= LONGEST_SECONDS ? Number(expiresIn) : null;
}

const wrongTime = () =>
  storageError(400, 'InvalidRequest', 'expiresIn must be a whole number of seconds, at least 1');

function relative(url: string): string {
  return url.replace('/storage/v1', '');
}

import { createHash } from 'node:crypto';
import { STORAGE_PATHS } from '#http/body-limits.ts';
import { PAPERS } from '#http/picture-kind.ts';
import { type Claims, claimsOf, signClaims } from '#http/signed-token.ts';
import type { ObjectName } from '../../files/files.ts';
import { jsonBody, textOf } from '../call/call.ts';
import { json } from '../call/responses.ts';
import { sessionLives } from '../call/tokens.ts';
import { mayReplace } from './checks.ts';
import { newObjectIn, objectIn } from './names.ts';
import { invalid, objectMissing, refusal } from './refusals.ts';
import {
  type Ask,
  addObject,
  asCaller,
  claims,
  expectBucket,
  type ObjectRow,
  objectOf,
  ownerOf,
  tried,
} from './rows.ts';

const LONGEST_SECONDS = 3600;
const UPLOAD_SECONDS = 2 * 3600;
const MISSING = 'Either the object does not exist or you do not have access to it';

/** The address of one file, relative to `/storage/v1`, or that of a small copy of it. */
export async function signOne(ask: Ask, path: string): Promise<Response> {
  const { bucket, name } = objectIn(path);
  const { transform } = jsonBody(ask.call);
  const sign = signer(ask, bucket);
  await expectBucket(ask, bucket);
  const [signed] = (await readable(ask, bucket, [name])).map(sign);
  if (!signed) throw objectMissing();
  const width = encodeURIComponent(textOf(Object(transform).width));
  const copy = `${signed.replace('/object/', '/render/image/')}&width=${width}`;
  return json(200, { signedURL: transform ? copy : signed });
}

/** Addresses of several files at once: one that is missing has an error of its own, and the others their address. */
export async function signMany(ask: Ask, bucket: string): Promise<Response> {
  const { paths } = jsonBody(ask.call);
  const sign = signer(ask, bucket);
  const listed = Array.isArray(paths) && paths.every((path) => typeof path === 'string');
  if (!listed || paths.length === 0 || paths.length > STORAGE_PATHS)
    throw invalid(`Between 1 and ${STORAGE_PATHS} paths are needed`);
  const found = new Set(await readable(ask, bucket, paths));
  const answers = (paths as string[]).map((path) =>
    found.has(path)
      ? { path, signedURL: sign(path), error: null }
      : { path, signedURL: null, error: MISSING },
  );
  return json(200, answers);
}

async function readable(ask: Ask, bucket: string, names: string[]): Promise<string[]> {
  const query = 'select name from storage.objects where bucket_id = $1 and name = any($2)';
  const rows = await asCaller(ask, (tx) => tx.sql<{ name: string }>(query, [bucket, names]));
  return rows.map(({ name }) => name);
}

/** Makes the addresses of files, for as long as the request says, but never for long. */
function signer(ask: Ask, bucket: string): (name: string) => string {
  const { expiresIn } = jsonBody(ask.call);
  if (typeof expiresIn !== 'number' || !Number.isSafeInteger(expiresIn) || expiresIn < 1)
    throw invalid('expiresIn must be a whole number of seconds, at least 1');
  const longest = bucket === PAPERS.name ? PAPERS.signedSeconds : LONGEST_SECONDS;
  const common = { bucket, intent: 'download', ...reader(ask) };
  const during = lasting(Math.min(expiresIn, longest));
  return (name) => {
    const token = signClaims({ sub: name, ...common, ...during }, ask.keys.jwtSecret);
    return `/object/sign/${bucket}/${name}?token=${token}`;
  };
}

/** Who asks for an address, in its token: their account and session, and the hash of the link that they have. */
function reader(ask: Ask): Claims {
  const { role = 'anon', sub, session_id } = claims(ask) ?? {};
  const token = ask.call.headers.get('x-request-token');
  const link = token ? createHash('sha256').update(token).digest('hex') : undefined;
  return { reader: { role, sub, session_id }, session_id, link };
}

/**
 * The row of an object whose address was signed. Its reader may have been passed over since, or their link replaced:
 * policies are asked again, as them.
 * @throws Refused for a token that is not good for it, and for a reader who lost the right.
 */
export async function signedObject(ask: Ask, address: ObjectName): Promise<ObjectRow> {
  const { reader: jwt, link } = await signedClaims(ask, address, 'download');
  const { role, sub } = Object(jwt);
  if (typeof role !== 'string') throw objectMissing();
  const auth = { role, uid: textOf(sub), jwt };
  const storage = { operation: ask.operation, link: textOf(link) };
  return ask.db.asCaller({ auth, storage }, (tx) => objectOf(tx, address));
}

function lasting(seconds: number): { iat: number; exp: number } {
  const iat = Math.floor(Date.now() / 1000);
  return { iat, exp: iat + seconds };
}

/** An address to upload to. It ends with the session that asked for it, not only with its two hours. */
export async function signUpload(ask: Ask, path: string): Promise<Response> {
  const { bucket, name } = newObjectIn(path);
  const [owner, upsert] = [ownerOf(ask), mayReplace(ask.call)];
  const row = { owner, metadata: {}, userMetadata: null };
  await tried(
    (work) => asCaller(ask, work),
    (tx) => addObject(tx, { bucket, name }, row, upsert),
  );
  const what = { sub: name, bucket, intent: 'upload', owner, upsert, ...lasting(UPLOAD_SECONDS) };
  const session = claims(ask)?.session_id;
  const own = session === undefined ? what : { ...what, session_id: session };
  const token = signClaims(own, ask.keys.jwtSecret);
  return json(200, { url: `/object/upload/sign/${bucket}/${name}?token=${token}`, token });
}

/** @throws Refused for a token that is not good for this file. */
export async function signedClaims(
  { call, keys, sessions }: Ask,
  { bucket, name }: ObjectName,
  intent: 'download' | 'upload',
): Promise<Claims> {
  const token = call.url.searchParams.get('token');
  const signed = token ? claimsOf(token, keys.jwtSecret) : null;
  const refuse = (message: string, code = 'InvalidJWT') => refusal(400, code, message);
  if (!signed) throw refuse('Invalid signature');
  if (typeof signed.exp !== 'number' || signed.exp * 1000 <= Date.now())
    throw refuse('"exp" claim timestamp check failed');
  if (signed.bucket !== bucket || signed.sub !== name || signed.intent !== intent)
    throw refuse('The signature is for another file', 'InvalidSignature');
  if (!(await sessionLives(signed, sessions)))
    throw refuse('The session that asked for this address has ended');
  return signed;
}

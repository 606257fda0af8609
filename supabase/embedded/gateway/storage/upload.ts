import { createHash } from 'node:crypto';
import { describe, type ObjectName, rowMetadata } from '../../files/files.ts';
import type { Call } from '../call/call.ts';
import { json } from '../call/responses.ts';
import { checkedFile, expectRoom, mayReplace } from './checks.ts';
import { newObjectIn } from './names.ts';
import { invalid } from './refusals.ts';
import { type Ask, addObject, objectOf, ownerOf, place, type Transact } from './rows.ts';
import { signedClaims } from './signed.ts';

/** A new file; with PUT or `x-upsert` it may take the place of another one. */
export async function upload(ask: Ask, path: string): Promise<Response> {
  const target = newObjectIn(path);
  await store(ask, target, ownerOf(ask), mayReplace(ask.call));
  const { id } = await objectOf(ask.db, target);
  return json(200, { Key: `${target.bucket}/${target.name}`, Id: id });
}

/** A file for a signed address. The signer's rights were checked then, so the service itself writes the row. */
export async function uploadSigned(ask: Ask, path: string): Promise<Response> {
  const target = newObjectIn(path);
  const { owner, upsert } = await signedClaims(ask, target, 'upload');
  const signer = typeof owner === 'string' ? owner : null;
  await store(ask, target, signer, upsert === true, ask.db.transaction);
  return json(200, { Key: target.name });
}

async function store(
  ask: Ask,
  target: ObjectName,
  owner: string | null,
  upsert: boolean,
  transact?: Transact,
): Promise<void> {
  const file = await checkedFile(ask, target.bucket, await sentFile(ask.call));
  await expectRoom(ask, target, file.bytes.length);
  const info = describe(file.bytes, file.type, file.cacheControl);
  // What a sketch's name is held against (0360_sketch_files.sql).
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  const row = {
    owner,
    metadata: { ...rowMetadata(info), sha256 },
    userMetadata: file.metadata,
  };
  await place(
    ask,
    target,
    async (tx, placed) => {
      await addObject(tx, placed, row, upsert);
      return async () => [file.bytes, info];
    },
    transact,
  );
}

interface SentFile {
  bytes: Uint8Array;
  type: string;
  cacheControl: string;
  /** What the sender says about the file; `info()` gives it back. */
  metadata: object | null;
}

/** The body; of a form, as supabase-js sends a File or Blob, its file, whose field has an empty name. */
async function sentFile({ body, headers }: Call): Promise<SentFile> {
  const type = headers.get('content-type') ?? '';
  const cacheControl = headers.get('cache-control') ?? 'no-cache';
  const bytes = body ?? new Uint8Array();
  if (!type.toLowerCase().startsWith('multipart/form-data')) {
    const encoded = headers.get('x-metadata');
    const text = encoded && Buffer.from(encoded, 'base64').toString('utf8');
    return { bytes, type: mediaType(type), cacheControl, metadata: metadataOf(text) };
  }
  const form = await new Response(bytes as BodyInit, { headers: { 'content-type': type } })
    .formData()
    .catch(() => new FormData());
  const file = [...form.values()].find((value): value is File => typeof value !== 'string');
  if (!file) throw invalid('Missing file in multipart upload');
  return {
    bytes: new Uint8Array(await file.arrayBuffer()),
    type: mediaType(file.type),
    cacheControl: secondsOrWords(form.get('cacheControl')) ?? cacheControl,
    metadata: metadataOf(form.get('metadata')),
  };
}

function metadataOf(text: unknown): object | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(String(text));
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value;
  } catch {
    // said below
  }
  throw invalid('The metadata is no JSON object');
}

/** A number of seconds, or the words of the header; anything that no header can hold is left out. */
function secondsOrWords(value: unknown): string | null {
  if (typeof value !== 'string' || !/^[\x20-\x7e]{1,200}$/.test(value)) return null;
  return /^\d+$/.test(value) ? `max-age=${value}` : value;
}

function mediaType(value: string): string {
  return value.split(';')[0]?.trim().toLowerCase() || 'application/octet-stream';
}

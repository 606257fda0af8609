import { infoOf, type ObjectInfo, type ObjectName } from '../../files/files.ts';
import { jsonBody, textOf } from '../call/call.ts';
import { json } from '../call/responses.ts';
import { mayReplace } from './checks.ts';
import { checkedKey, objectIn } from './names.ts';
import { forbidden, malformed, unlessAway } from './refusals.ts';
import {
  type Ask,
  addObject,
  asCaller,
  expectBucket,
  type ObjectRow,
  objectOf,
  ownerOf,
  place,
} from './rows.ts';

export async function copy(ask: Ask): Promise<Response> {
  const { from, to } = await fromAndTo(ask);
  await place(ask, to, async (tx, placed) => {
    const { metadata, user_metadata: userMetadata, version } = await objectOf(tx, from);
    const own = { ...metadata, lastModified: new Date() };
    const row = { owner: ownerOf(ask), metadata: own, userMetadata };
    await addObject(tx, placed, row, mayReplace(ask.call));
    return () => fileAt(ask, { ...from, version }, metadata);
  });
  return json(200, { Key: `${to.bucket}/${to.name}` });
}

/** The file is copied first: whenever this is interrupted, the one that the row names is there. */
export async function move(ask: Ask): Promise<Response> {
  const { from, to } = await fromAndTo(ask);
  await place(ask, to, async (tx, placed) => {
    const { id, metadata, version } = await objectOf(tx, from);
    const [moved] = await tx.sql(
      `update storage.objects set bucket_id = $2, name = $3, owner = $4::uuid, owner_id = $4, version = $5,
         updated_at = now() where id = $1 returning 1`,
      [id, to.bucket, to.name, ownerOf(ask), placed.version],
    );
    if (!moved) throw forbidden();
    return () => fileAt(ask, { ...from, version }, metadata);
  });
  return json(200, { message: 'Successfully moved' });
}

async function fromAndTo(ask: Ask): Promise<{ from: ObjectName; to: ObjectName }> {
  const { bucketId, sourceKey, destinationBucket, destinationKey } = jsonBody(ask.call);
  const from = { bucket: textOf(bucketId), name: checkedKey(sourceKey) };
  const to = { bucket: textOf(destinationBucket || bucketId), name: checkedKey(destinationKey) };
  await expectBucket(ask, from.bucket);
  return { from, to };
}

async function fileAt(
  { files }: Ask,
  file: ObjectName,
  metadata: ObjectRow['metadata'],
): Promise<[Buffer, ObjectInfo]> {
  return [await files.readObject(file).catch(unlessAway), infoOf(metadata)];
}

/** Files by their names, of the bucket that the path names. */
export async function remove(ask: Ask, bucket: string): Promise<Response> {
  const { prefixes } = jsonBody(ask.call);
  if (!Array.isArray(prefixes)) throw malformed();
  const names = prefixes.map((entry) => (typeof entry === 'string' ? entry : Object(entry).path));
  if (!names.every((name) => typeof name === 'string')) throw malformed();
  return removeFrom(ask, bucket, names);
}

/** One file by its address, which only older clients do. */
export async function removeOne(ask: Ask, path: string): Promise<Response> {
  const { bucket, name } = objectIn(path);
  return removeFrom(ask, bucket, [name]);
}

/** Removes the rows, gives them back, and removes what was stored before. */
async function removeFrom(ask: Ask, bucket: string, names: string[]): Promise<Response> {
  await expectBucket(ask, bucket);
  const query = 'delete from storage.objects where bucket_id = $1 and name = any($2) returning *';
  const rows = await asCaller(ask, (tx) =>
    tx.sql<{ name: string; version: string }>(query, [bucket, names]),
  );
  for (const { name, version } of rows) ask.files.forget({ bucket, name, version });
  rows.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  return json(200, rows);
}

import { codeOf } from '#node/errors.ts';
import { jsonBody, textOf } from '../call/call.ts';
import { json } from '../call/responses.ts';
import { checkBucketName } from './names.ts';
import { bucketMissing, invalid, malformed, refusal } from './refusals.ts';
import { type Ask, asCaller, ownerOf } from './rows.ts';

const BUCKETS = `select 'STANDARD' as type, id, name, coalesce(owner::text, '') as owner, coalesce(owner_id, '') as owner_id,
  coalesce(public, false) as public, file_size_limit::float8, allowed_mime_types, created_at, updated_at
  from storage.buckets`;
const SORTED_BY = /^(id|name|created_at|updated_at)$/;

/** One statement with the caller's rights. */
const run = (ask: Ask, text: string, params: unknown[]) =>
  asCaller(ask, (tx) => tx.sql(text, params));

export async function listBuckets(ask: Ask): Promise<Response> {
  const options = ask.call.url.searchParams;
  const column = options.get('sortColumn') ?? 'name';
  if (!SORTED_BY.test(column)) throw invalid('sortColumn is none of a bucket');
  const sort = `${column} ${column.endsWith('_at') ? '' : 'collate "C"'} ${options.get('sortOrder') === 'desc' ? 'desc' : ''}`;
  const query = `${BUCKETS} where strpos(lower(name), lower($1)) > 0 order by ${sort} limit $2 offset $3`;
  const [limit, offset] = [options.get('limit'), options.get('offset')].map(wholeNumber);
  return json(200, await run(ask, query, [options.get('search') ?? '', limit, offset]));
}

export async function readBucket(ask: Ask, id: string): Promise<Response> {
  const [row] = await run(ask, `${BUCKETS} where id = $1`, [id]);
  if (!row) throw bucketMissing();
  return json(200, row);
}

export async function createBucket(ask: Ask): Promise<Response> {
  const { id, name } = jsonBody(ask.call);
  const { open = false, size = null, types = null } = changes(ask, name);
  await run(
    ask,
    `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
     values ($1, $2, $3::uuid, $3, $4, $5, $6)`,
    [textOf(id ?? name), name, ownerOf(ask), open, size, types],
  );
  return json(200, { name });
}

export async function updateBucket(ask: Ask, id: string): Promise<Response> {
  const { open = null, size, types } = changes(ask, id);
  const [row] = await run(
    ask,
    `update storage.buckets set public = coalesce($2, public), updated_at = now(),
       file_size_limit = case when $3 then $4 else file_size_limit end,
       allowed_mime_types = case when $5 then $6 else allowed_mime_types end where id = $1 returning 1`,
    [id, open, size !== undefined, size ?? null, types !== undefined, types ?? null],
  );
  if (!row) throw bucketMissing();
  return json(200, { message: 'Successfully updated' });
}

export async function emptyBucket(ask: Ask, id: string): Promise<Response> {
  await readBucket(ask, id);
  await run(ask, 'delete from storage.objects where bucket_id = $1', [id]);
  const message = 'Empty bucket has been queued. Completion may take up to an hour.';
  return json(200, { message });
}

export async function deleteBucket(ask: Ask, id: string): Promise<Response> {
  const deleting = run(ask, 'delete from storage.buckets where id = $1 returning 1', [id]);
  const [deleted] = await deleting.catch((error) => {
    const message = 'The bucket you tried to delete is not empty';
    throw codeOf(error) === '23503' ? refusal(409, 'ResourceNotEmpty', message) : error;
  });
  if (!deleted) throw bucketMissing();
  return json(200, { message: 'Successfully deleted' });
}

/** What a form says about a bucket: undefined for what stays, null for limits that are taken away. */
function changes({ call }: Ask, name: unknown) {
  checkBucketName(name);
  const { public: open, file_size_limit, allowed_mime_types: types } = jsonBody(call);
  const size = bytesOf(file_size_limit);
  const listed = types === undefined || types === null || Array.isArray(types);
  if (!listed || (open !== undefined && typeof open !== 'boolean')) throw malformed();
  return { open, size, types: types === null ? null : types?.map(textOf) };
}

const UNITS: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };
const SIZE = /^(\d+(?:\.\d+)?)(gb|mb|kb|b)?$/;

/** A size in bytes or in words; undefined and null as they are. */
function bytesOf(value: unknown): number | null | undefined {
  if (value === undefined || value === null) return value;
  const [, amount = '', unit = 'b'] = SIZE.exec(textOf(value).toLowerCase()) ?? [];
  const bytes = Math.floor(Number.parseFloat(amount) * (UNITS[unit] ?? 1));
  if (!Number.isSafeInteger(bytes))
    throw invalid('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B');
  return bytes;
}

function wholeNumber(text: string | null): number | null {
  const value = Number(text ?? Number.NaN);
  return Number.isSafeInteger(value) && value >= 0 ? value : null;
}

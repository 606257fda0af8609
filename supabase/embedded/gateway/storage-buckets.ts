import { type Call, forward, jsonBody, type Services, textOf } from './call.ts';
import { json, storageError } from './responses.ts';
import { refuseBucketName } from './storage-names.ts';

const UNITS: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };
const SIZE = /^(\d+(?:\.\d+)?)(gb|mb|kb|b)$/i;

/** `/bucket` and what is below it: sizes in words, limits that are taken away, and lists as the hosted service has them. */
export async function buckets(
  call: Call,
  id: string | null,
  services: Services,
): Promise<Response> {
  if (call.method === 'GET') return id === null ? list(call, services) : read(call, services);
  if (call.method === 'POST' && id === null) return save(call, jsonBody(call).name, services);
  if (call.method === 'PUT' && id !== null) return save(call, id, services);
  return forward(services.app, call);
}

async function save(call: Call, name: unknown, { app, db }: Services): Promise<Response> {
  const refusal = refuseBucketName(name);
  if (refusal) return refusal;
  const form = jsonBody(call);
  const limit = bytesOf(form.file_size_limit);
  if (Number.isNaN(limit)) {
    const message = 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B';
    return storageError(400, 'InvalidRequest', message);
  }
  const types = form.allowed_mime_types;
  const body = {
    ...(call.method === 'POST' && { id: textOf(form.id ?? name), name }),
    ...(form.public !== undefined && { public: form.public }),
    ...(typeof limit === 'number' && { file_size_limit: limit }),
    ...(types !== undefined && types !== null && { allowed_mime_types: types }),
  };
  const response = await forward(app, call, { body: JSON.stringify(body) });
  if (response.ok && call.method === 'PUT' && (limit === null || types === null)) {
    await db.sql(
      `update storage.buckets set file_size_limit = case when $2 then null else file_size_limit end,
         allowed_mime_types = case when $3 then null else allowed_mime_types end where id = $1`,
      [name, limit === null, types === null],
    );
  }
  return response;
}

/** Undefined and null as they are; NaN for what is no size. */
function bytesOf(value: unknown): number | null | undefined {
  if (value === undefined || value === null) return value;
  const text = typeof value === 'boolean' ? '' : textOf(value);
  const [, amount, unit] = SIZE.exec(text) ?? [];
  const bytes = Math.floor(
    unit ? Number(amount) * (UNITS[unit.toLowerCase()] ?? Number.NaN) : Number(text),
  );
  return text !== '' && Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : Number.NaN;
}

type Bucket = Record<string, unknown>;
const SORTED_BY = ['id', 'name', 'created_at', 'updated_at'];

async function read(call: Call, { app }: Services): Promise<Response> {
  const response = await forward(app, call);
  return response.ok ? json(200, typed((await response.json()) as Bucket)) : response;
}

async function list(call: Call, { app }: Services): Promise<Response> {
  const response = await forward(app, call);
  if (!response.ok) return response;
  const options = call.url.searchParams;
  const search = (options.get('search') ?? '').toLowerCase();
  const column = options.get('sortColumn') ?? 'name';
  if (!SORTED_BY.includes(column))
    return storageError(400, 'InvalidRequest', 'sortColumn is none of a bucket');
  const sign = options.get('sortOrder') === 'desc' ? -1 : 1;
  const found = ((await response.json()) as Bucket[])
    .filter((bucket) => String(bucket.name).toLowerCase().includes(search))
    .sort((a, b) => (String(a[column]) < String(b[column]) ? -sign : sign));
  const offset = wholeNumber(options.get('offset'), 0);
  const limit = wholeNumber(options.get('limit'), found.length);
  return json(200, found.slice(offset, offset + limit).map(typed));
}

function typed(bucket: Bucket): Bucket {
  return { type: 'STANDARD', ...bucket };
}

function wholeNumber(text: string | null, fallback: number): number {
  const value = Number(text ?? Number.NaN);
  return Number.isSafeInteger(value) && value >= 0 ? value : fallback;
}

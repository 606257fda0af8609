import type { App } from '@supabase/lite';
import { type Call, forward } from './call.ts';
import { json, storageError } from './respond.ts';

/**
 * supabase-js sends a File or Blob as a form whose file has an empty field name, which @supabase/lite does not find.
 * Every upload goes on as a plain body of a known size, so that the bucket's limits hold for all of them.
 */
export async function upload(app: App, call: Call): Promise<Response> {
  const headers = new Headers(call.headers);
  const type = headers.get('content-type') ?? 'application/octet-stream';
  if (!type.startsWith('multipart/form-data')) {
    headers.set('content-type', mediaType(type));
    return hosted(await forward(app, { ...call, headers, body: call.body ?? new Uint8Array() }));
  }
  const form = await new Response(call.body as BodyInit, { headers: { 'content-type': type } })
    .formData()
    .catch(() => null);
  const file = form && [...form.values()].find((value): value is File => typeof value !== 'string');
  if (!form || !file)
    return storageError(400, 'InvalidRequest', 'Missing file in multipart upload');
  const cacheControl = form.get('cacheControl');
  if (typeof cacheControl === 'string') {
    headers.set(
      'cache-control',
      /^\d+$/.test(cacheControl) ? `max-age=${cacheControl}` : cacheControl,
    );
  }
  headers.set('content-type', mediaType(file.type));
  return hosted(
    await forward(app, { ...call, headers, body: new Uint8Array(await file.arrayBuffer()) }),
  );
}

function mediaType(value: string): string {
  return value.split(';')[0]?.trim().toLowerCase() || 'application/octet-stream';
}

/** The hosted service's sentences, without the details that @supabase/lite adds to them. */
async function hosted(response: Response): Promise<Response> {
  if (response.ok) return response;
  const body = (await response.json()) as { message?: string };
  const message = body.message
    ?.replace(/^(The object exceeded the maximum allowed size) of .*/, '$1')
    .replace(/^(mime type \S+ is not supported)\. .*/, '$1');
  return json(response.status, { ...body, message });
}

import { type Call, forward, jsonBody, type Services } from './call.ts';
import { listFolder } from './storage-list.ts';
import { publicObject } from './storage-public.ts';
import { upload } from './storage-upload.ts';

const OBJECT = '/storage/v1/object/';
/** First path segments under `/object/` that are operations, not buckets. */
const OPERATIONS = /^(list|sign|move|copy|info|upload|public|authenticated)(\/|$)/;

/** The `/storage/v1` service: @supabase/lite's, with the corners that supabase-js and browsers notice put right. */
export function createStorage(services: Services): (call: Call) => Promise<Response> {
  const { app } = services;
  return async (call) => {
    const rest = call.path.startsWith(OBJECT) ? call.path.slice(OBJECT.length) : '';
    const reading = call.method === 'GET' || call.method === 'HEAD';
    if (reading && rest.startsWith('public/'))
      return publicObject(call, rest.slice('public/'.length), services);
    if (call.method === 'POST' && rest.startsWith('list/')) return listFolder(app, call);
    if (call.method === 'POST' && rest.startsWith('sign/')) return signed(call);
    if (call.method === 'POST' && rest.startsWith('upload/sign/')) return signedUpload(call);
    if (call.method === 'POST' && /^(move|copy)$/.test(rest)) return relocate(call);
    const writing = call.method === 'POST' || call.method === 'PUT';
    if (writing && rest && (!OPERATIONS.test(rest) || rest.startsWith('upload/sign/')))
      return upload(app, call);
    return forward(app, call);
  };

  /** supabase-js expects addresses relative to `/storage/v1`, under the name `signedURL`. */
  async function signed(call: Call): Promise<Response> {
    const response = await forward(app, call);
    if (!response.ok) return response;
    const fix = (entry: { signedUrl?: string }) => ({
      ...entry,
      signedURL: relative(entry.signedUrl),
    });
    const body = await response.json();
    return Response.json(Array.isArray(body) ? body.map(fix) : fix(body));
  }

  async function signedUpload(call: Call): Promise<Response> {
    const response = await forward(app, call);
    if (!response.ok) return response;
    const body = (await response.json()) as { signedUrl?: string };
    return Response.json({ ...body, url: relative(body.signedUrl) });
  }

  async function relocate(call: Call): Promise<Response> {
    const { bucketId, sourceKey, destinationBucket, destinationKey } = jsonBody(call);
    return forward(app, call, {
      body: JSON.stringify({
        bucketId,
        sourceKey,
        destinationKey,
        ...(destinationBucket ? { destinationBucket } : {}),
      }),
    });
  }
}

function relative(url: string | undefined): string | null {
  return url?.replace('/storage/v1', '') ?? null;
}

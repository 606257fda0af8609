import { Thumbnails } from '../thumbnails.ts';
import { type Call, forward, jsonBody, type Services } from './call.ts';
import { json } from './respond.ts';
import { OPERATIONS, objectAddress, objectMissing, refuseReader } from './storage-access.ts';
import { buckets } from './storage-buckets.ts';
import { hostedForm, refuseAbsent } from './storage-errors.ts';
import { info } from './storage-info.ts';
import { listFolder, listPage } from './storage-list.ts';
import { type ObjectName, objectName, refuseKey } from './storage-names.ts';
import { publicObject, withDisposition } from './storage-public.ts';
import { createRender, RENDER } from './storage-render.ts';
import { refuseSignature, signMany, signOne, signUpload } from './storage-signed.ts';
import { forgetOrphan, upload } from './storage-upload.ts';
import { takeTurns } from './turns.ts';

const SERVICE = '/storage/v1/';

/** The `/storage/v1` service: @supabase/lite's, with the corners that supabase-js and browsers notice put right. */
export function createStorage(services: Services): (call: Call) => Promise<Response> {
  const { app } = services;
  const inTurn = takeTurns();
  const render = createRender(services, new Thumbnails(services.files));

  async function route(call: Call): Promise<Response> {
    const rest = call.path.slice(SERVICE.length);
    if (call.method === 'GET' && call.path.startsWith(RENDER)) return render(call);
    const absent = refuseAbsent(rest);
    if (absent) return absent;
    const [, id] = /^bucket(?:\/([^/]+))?$/.exec(rest) ?? [null];
    if (/^bucket(\/[^/]+)?$/.test(rest)) return buckets(call, id ?? null, services);
    if (!rest.startsWith('object/')) return forward(app, call);
    const path = rest.slice('object/'.length);
    if (call.method === 'GET') return read(call, path);
    if (call.method === 'POST') return post(call, path);
    if (call.method === 'PUT') return put(call, path);
    return call.method === 'DELETE' ? remove(call, path) : forward(app, call);
  }

  async function read(call: Call, path: string): Promise<Response> {
    if (path.startsWith('public/'))
      return publicObject(call, path.slice('public/'.length), services);
    const [, kind] = /^(info\/|sign\/|)(?:authenticated\/|public\/)?/.exec(path) ?? [];
    const file = path.replace(/^(info\/|sign\/|)(authenticated\/|public\/)?/, '');
    const target = objectAddress(file);
    if (!target) return objectMissing();
    if (kind === 'sign/') {
      const refusal = await refuseSignature(call, target, 'download', services);
      return refusal ?? withDisposition(call, await forward(app, call));
    }
    const refusal = await refuseReader(services, call, target);
    if (refusal) return refusal;
    if (kind === 'info/') return info(call, addressOf(`info/${file}`), services);
    const there = await services.files.headObject(target.bucket, target.name).catch(() => null);
    return there ? forward(app, call, { path: addressOf(file) }) : objectMissing();
  }

  async function post(call: Call, path: string): Promise<Response> {
    if (path.startsWith('list/')) return listFolder(call, services);
    if (path.startsWith('list-v2/')) return listPage(call, path.slice('list-v2/'.length), services);
    if (path === 'move' || path === 'copy') return relocate(call, path);
    const signing = /^(upload\/)?sign\/(.+)$/.exec(path);
    if (signing) {
      const target = objectName(signing[2] ?? '');
      if (signing[1]) return target ? signUpload(call, target, services) : forward(app, call);
      return target ? signOne(call, services) : signMany(call, signing[2] ?? '', services);
    }
    const target = OPERATIONS.test(path) ? null : objectName(path);
    return target ? store(call, target) : forward(app, call);
  }

  async function put(call: Call, path: string): Promise<Response> {
    const signed = path.startsWith('upload/sign/');
    const target = objectName(signed ? path.slice('upload/sign/'.length) : path);
    if (!target || (!signed && OPERATIONS.test(path))) return forward(app, call);
    const refusal = signed && (await refuseSignature(call, target, 'upload', services));
    return refusal || store(call, target);
  }

  /** One upload to a name at a time: of two, the later one must find what the earlier one left. */
  function store(call: Call, target: ObjectName): Promise<Response> {
    return inTurn(`${target.bucket}/${target.name}`, () => upload(call, target, services));
  }

  async function remove(call: Call, path: string): Promise<Response> {
    const { prefixes } = jsonBody(call);
    if (path.includes('/')) {
      // One file by its address, which only older clients do.
      const target = objectName(path);
      return target ? removeFrom(call, target.bucket, [target.name]) : forward(app, call);
    }
    const names = Array.isArray(prefixes)
      ? prefixes.map((entry) => (typeof entry === 'string' ? entry : Object(entry).path))
      : prefixes;
    return removeFrom(call, path, names);
  }

  function removeFrom(call: Call, bucket: string, prefixes: unknown): Promise<Response> {
    const headers = new Headers(call.headers);
    headers.set('content-type', 'application/json');
    const body = JSON.stringify({ prefixes });
    return forward(app, { ...call, headers }, { body, path: addressOf(bucket) });
  }

  async function relocate(call: Call, kind: 'move' | 'copy'): Promise<Response> {
    const { bucketId, sourceKey, destinationBucket, destinationKey } = jsonBody(call);
    const refusal = refuseKey(sourceKey) ?? refuseKey(destinationKey);
    if (refusal) return refusal;
    const target = { bucket: String(destinationBucket ?? bucketId), name: String(destinationKey) };
    const body = {
      bucketId,
      sourceKey,
      destinationKey,
      ...(destinationBucket ? { destinationBucket } : {}),
    };
    return inTurn(`${target.bucket}/${target.name}`, async () => {
      const response = await forward(app, call, { body: JSON.stringify(body) });
      if (!response.ok) await forgetOrphan(target, services);
      if (!response.ok || kind === 'move') return response;
      return json(200, { Key: `${target.bucket}/${target.name}` });
    });
  }

  return async (call) => {
    if (call.method !== 'HEAD') return hostedForm(await route(call));
    // The services answer HEAD as GET and leave the file open.
    const whole = await hostedForm(
      await (call.path.startsWith(`${SERVICE}object/public/`)
        ? publicObject(call, call.path.slice(`${SERVICE}object/public/`.length), services)
        : route({ ...call, method: 'GET' })),
    );
    await whole.body?.cancel();
    return new Response(null, { status: whole.status, headers: whole.headers });
  };
}

function addressOf(path: string): string {
  return `${SERVICE}object/${path.split('/').map(encodeURIComponent).join('/')}`;
}

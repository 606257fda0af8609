import { serialQueues } from '#node/concurrency.ts';
import { Thumbnails } from '../thumbnails.ts';
import { type Call, forward, jsonBody, type Services, textOf } from './call.ts';
import { json } from './responses.ts';
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

const SERVICE = '/storage/v1/';

/** The `/storage/v1` service: @supabase/lite's, with the corners that supabase-js and browsers notice put right. */
export function createStorage(services: Services): (call: Call) => Promise<Response> {
  const storage = new Storage(services);
  return (call) => storage.answer(call);
}

class Storage {
  readonly #services: Services;
  readonly #render: (call: Call) => Promise<Response>;
  /** By the object's address. */
  readonly #inTurn = serialQueues();

  constructor(services: Services) {
    this.#services = services;
    this.#render = createRender(services, new Thumbnails(services.files));
  }

  async answer(call: Call): Promise<Response> {
    if (call.method !== 'HEAD') return hostedForm(await this.#route(call));
    // The services answer HEAD as GET and leave the file open.
    const whole = await hostedForm(
      await (call.path.startsWith(`${SERVICE}object/public/`)
        ? publicObject(call, call.path.slice(`${SERVICE}object/public/`.length), this.#services)
        : this.#route({ ...call, method: 'GET' })),
    );
    await whole.body?.cancel();
    return new Response(null, { status: whole.status, headers: whole.headers });
  }

  async #route(call: Call): Promise<Response> {
    const rest = call.path.slice(SERVICE.length);
    if (call.method === 'GET' && call.path.startsWith(RENDER)) return this.#render(call);
    const absent = refuseAbsent(rest);
    if (absent) return absent;
    const [, id] = /^bucket(?:\/([^/]+))?$/.exec(rest) ?? [null];
    if (/^bucket(\/[^/]+)?$/.test(rest)) return buckets(call, id ?? null, this.#services);
    if (!rest.startsWith('object/')) return this.#forward(call);
    const path = rest.slice('object/'.length);
    if (call.method === 'GET') return this.#read(call, path);
    if (call.method === 'POST') return this.#post(call, path);
    if (call.method === 'PUT') return this.#put(call, path);
    return call.method === 'DELETE' ? this.#remove(call, path) : this.#forward(call);
  }

  async #read(call: Call, path: string): Promise<Response> {
    if (path.startsWith('public/'))
      return publicObject(call, path.slice('public/'.length), this.#services);
    const [, kind] = /^(info\/|sign\/|)(?:authenticated\/|public\/)?/.exec(path) ?? [];
    const file = path.replace(/^(info\/|sign\/|)(authenticated\/|public\/)?/, '');
    const target = objectAddress(file);
    if (!target) return objectMissing();
    if (kind === 'sign/') {
      const refusal = await refuseSignature(call, target, 'download', this.#services);
      return refusal ?? withDisposition(call, await this.#forward(call));
    }
    const refusal = await refuseReader(this.#services, call, target);
    if (refusal) return refusal;
    if (kind === 'info/') return info(call, addressOf(`info/${file}`), this.#services);
    const there = await this.#services.files
      .headObject(target.bucket, target.name)
      .catch(() => null);
    return there ? this.#forward(call, { path: addressOf(file) }) : objectMissing();
  }

  async #post(call: Call, path: string): Promise<Response> {
    if (path.startsWith('list/')) return listFolder(call, this.#services);
    if (path.startsWith('list-v2/'))
      return listPage(call, path.slice('list-v2/'.length), this.#services);
    if (path === 'move' || path === 'copy') return this.#relocate(call, path);
    const signing = /^(upload\/)?sign\/(.+)$/.exec(path);
    if (signing) {
      const target = objectName(signing[2] ?? '');
      if (signing[1])
        return target ? signUpload(call, target, this.#services) : this.#forward(call);
      return target
        ? signOne(call, this.#services)
        : signMany(call, signing[2] ?? '', this.#services);
    }
    const target = OPERATIONS.test(path) ? null : objectName(path);
    return target ? this.#store(call, target) : this.#forward(call);
  }

  async #put(call: Call, path: string): Promise<Response> {
    const signed = path.startsWith('upload/sign/');
    const target = objectName(signed ? path.slice('upload/sign/'.length) : path);
    if (!target || (!signed && OPERATIONS.test(path))) return this.#forward(call);
    const refusal = signed && (await refuseSignature(call, target, 'upload', this.#services));
    return refusal || this.#store(call, target);
  }

  /** One upload to a name at a time: of two, the later one must find what the earlier one left. */
  #store(call: Call, target: ObjectName): Promise<Response> {
    return this.#inTurn(`${target.bucket}/${target.name}`, () =>
      upload(call, target, this.#services),
    );
  }

  async #remove(call: Call, path: string): Promise<Response> {
    const { prefixes } = jsonBody(call);
    if (path.includes('/')) {
      // One file by its address, which only older clients do.
      const target = objectName(path);
      return target ? this.#removeFrom(call, target.bucket, [target.name]) : this.#forward(call);
    }
    const names = Array.isArray(prefixes)
      ? prefixes.map((entry) => (typeof entry === 'string' ? entry : Object(entry).path))
      : prefixes;
    return this.#removeFrom(call, path, names);
  }

  #forward(call: Call, change?: Parameters<typeof forward>[2]): Promise<Response> {
    return forward(this.#services.app, call, change);
  }

  #removeFrom(call: Call, bucket: string, prefixes: unknown): Promise<Response> {
    const headers = new Headers(call.headers);
    headers.set('content-type', 'application/json');
    const body = JSON.stringify({ prefixes });
    return this.#forward({ ...call, headers }, { body, path: addressOf(bucket) });
  }

  async #relocate(call: Call, kind: 'move' | 'copy'): Promise<Response> {
    const { bucketId, sourceKey, destinationBucket, destinationKey } = jsonBody(call);
    const refusal = refuseKey(sourceKey) ?? refuseKey(destinationKey);
    if (refusal) return refusal;
    const target = { bucket: textOf(destinationBucket ?? bucketId), name: String(destinationKey) };
    const body = {
      bucketId,
      sourceKey,
      destinationKey,
      ...(destinationBucket ? { destinationBucket } : {}),
    };
    return this.#inTurn(`${target.bucket}/${target.name}`, async () => {
      const response = await this.#forward(call, { body: JSON.stringify(body) });
      if (!response.ok) await forgetOrphan(target, this.#services);
      if (!response.ok || kind === 'move') return response;
      return json(200, { Key: `${target.bucket}/${target.name}` });
    });
  }
}

function addressOf(path: string): string {
  return `${SERVICE}object/${path.split('/').map(encodeURIComponent).join('/')}`;
}

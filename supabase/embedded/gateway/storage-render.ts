import { Busy } from '#node/fair-queue.ts';
import { NotAPicture, type Thumbnails } from '../thumbnails.ts';
import { type Call, forward, type Services } from './call.ts';
import { storageError } from './responses.ts';
import { objectAddress, objectMissing, refusePublic, refuseReader } from './storage-access.ts';
import type { ObjectName } from './storage-names.ts';
import { refuseSignature } from './storage-signed.ts';

export const RENDER = '/storage/v1/render/image/';
const WIDEST = 2500;
const CACHE = {
  public: 'public, max-age=300, s-maxage=60',
  own: 'private, max-age=300',
};

/**
 * The hosted service's image transformations, as far as this product needs them: a copy of a given width, for
 * everybody (`public`), for whoever may read the object (`authenticated`), or by a signed address (`sign`). Height and
 * cropping are refused; format and quality are the service's choice.
 */
export function createRender(services: Services, thumbnails: Thumbnails) {
  const refuse = async (call: Call, access: string, address: ObjectName) => {
    if (access === 'public') return refusePublic(services, address);
    if (access === 'sign') return refuseSignature(call, address, 'download', services);
    const refusal = await refuseReader(services, call, address);
    if (refusal) return refusal;
    // The service itself decides about the rest: it is asked about the object in the same words.
    const name = [address.bucket, ...address.name.split('/')].map(encodeURIComponent).join('/');
    const response = await forward(services.app, call, { path: `/storage/v1/object/info/${name}` });
    if (!response.ok) return response;
    await response.body?.cancel();
    return null;
  };

  return async (call: Call): Promise<Response> => {
    const [, access = '', rest = ''] =
      /^(public|authenticated|sign)\/(.+)$/s.exec(call.path.slice(RENDER.length)) ?? [];
    const address = objectAddress(rest);
    if (!address) return objectMissing();
    const width = wantedWidth(call.url.searchParams);
    if (!width)
      return storageError(400, 'InvalidRequest', `A width from 1 to ${WIDEST}, and no height`);
    const refusal = await refuse(call, access, address);
    if (refusal) return refusal;
    try {
      const { bytes, eTag } = await thumbnails.of(address.bucket, address.name, width);
      return answer(call, bytes, eTag, access === 'public' ? CACHE.public : CACHE.own);
    } catch (error) {
      if (error instanceof Busy)
        return storageError(429, 'too_many_requests', 'Too many images are being prepared');
      if (error instanceof NotAPicture)
        return storageError(422, 'InvalidRequest', 'The object is not an image');
      return objectMissing();
    }
  };
}

function wantedWidth(query: URLSearchParams): number | null {
  const width = Number(query.get('width'));
  const cropped = query.has('height') || !['contain', null].includes(query.get('resize'));
  return !cropped && Number.isInteger(width) && width >= 1 && width <= WIDEST ? width : null;
}

function answer(call: Call, bytes: Buffer, eTag: string, cacheControl: string): Response {
  const headers = {
    'content-type': 'image/webp',
    'cache-control': cacheControl,
    etag: eTag,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  };
  if (call.headers.get('if-none-match') === eTag)
    return new Response(null, { status: 304, headers });
  return new Response(call.method === 'HEAD' ? null : new Uint8Array(bytes), {
    headers: { ...headers, 'content-length': String(bytes.length) },
  });
}

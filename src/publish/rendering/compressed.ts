import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** What never changes is compressed once for good, pages again with each change: hence the two efforts. */
const EFFORT = { immutable: 11, page: 5 } as const;

/** As it is sent to who takes brotli, from this server and from a bucket. */
export async function brotli(raw: Uint8Array, immutable: boolean): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: immutable ? EFFORT.immutable : EFFORT.page,
    [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
  };
  return alone(await brotliAsync(raw, { params }));
}

export async function gzipped(raw: Uint8Array): Promise<Buffer> {
  return alone(await gzipAsync(raw, { level: 6 }));
}

/** Without the rest of the 16 KB that zlib took for it, which is most of it for a page. */
function alone(body: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}

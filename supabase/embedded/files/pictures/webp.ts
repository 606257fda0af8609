import { exifOf, orientationOf } from './orientation.ts';

const SHOWN = /^(VP8 |VP8L|VP8X|ALPH|ANIM|ANMF|ICCP)$/;
const HEAD_BYTES = 12;
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04];

/** A WebP without metadata and without what follows its end; null when it is damaged. */
export function plainWebp(bytes: Buffer): Buffer | null {
  const whole = 8 + bytes.readUInt32LE(4);
  if (whole > bytes.length) return null;
  const kept: Buffer[] = [];
  let orientation = 1;
  for (let at = HEAD_BYTES; at + 8 <= whole; ) {
    const type = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (end > whole + 1) return null;
    if (type === 'EXIF') orientation = orientationOf(bytes.subarray(at + 8, at + 8 + size));
    if (SHOWN.test(type)) kept.push(Buffer.from(bytes.subarray(at, end)));
    at = end;
  }
  const [first] = kept;
  if (!first) return null;
  if (first.toString('latin1', 0, 4) === 'VP8X') {
    first[8] = (first[8] ?? 0) & ~(HAS_EXIF | HAS_XMP);
    if (orientation !== 1) {
      first[8] |= HAS_EXIF;
      kept.push(chunk('EXIF', exifOf(orientation)));
    }
  }
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES));
  head.writeUInt32LE(4 + kept.reduce((sum, part) => sum + part.length, 0), 4);
  return Buffer.concat([head, ...kept]);
}

function chunk(type: string, body: Buffer): Buffer {
  const head = Buffer.concat([Buffer.from(type), Buffer.alloc(4)]);
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

import { exifOf, orientationOf } from './orientation.ts';

const [APP0, APP1, APP2, APP14, APP15] = [0xe0, 0xe1, 0xe2, 0xee, 0xef];
const [SOS, EOI, COMMENT] = [0xda, 0xd9, 0xfe];
const EXIF = 'Exif\0\0';

/** What decoders need besides the picture itself; cameras put everything else into other segments. */
function isNeeded(marker: number, body: Buffer): boolean {
  if (marker === APP0) return body.toString('latin1', 0, 4) === 'JFIF';
  if (marker === APP2) return body.toString('latin1', 0, 11) === 'ICC_PROFILE';
  return marker === APP14 || ((marker < APP0 || marker > APP15) && marker !== COMMENT);
}

/** A JPEG without metadata and without what follows its end, bit for bit otherwise; null when it is damaged. */
export function plainJpeg(bytes: Buffer): Buffer | null {
  const kept: Buffer[] = [];
  let orientation = 1;
  for (let at = 2; ; ) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || marker === 0) return null;
    if (marker === EOI) {
      kept.push(bytes.subarray(at, at + 2));
      break;
    }
    if (at + 4 > bytes.length) return null;
    const next = at + 2 + bytes.readUInt16BE(at + 2);
    const end = marker === SOS ? endOfScan(bytes, next) : next;
    if (end === null || end > bytes.length) return null;
    const body = bytes.subarray(at + 4, next);
    if (marker === APP1 && body.toString('latin1', 0, 6) === EXIF && orientation === 1)
      orientation = orientationOf(body);
    if (isNeeded(marker, body)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  const turned =
    orientation === 1 ? [] : [segment(Buffer.concat([Buffer.from(EXIF), exifOf(orientation)]))];
  return Buffer.concat([bytes.subarray(0, 2), ...turned, ...kept]);
}

function segment(body: Buffer): Buffer {
  const head = Buffer.from([0xff, APP1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** Where the next marker is that is no part of the coded picture. */
function endOfScan(bytes: Buffer, from: number): number | null {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return null;
}

import { crc32 } from 'node:zlib';
import { exifOf, orientationOf } from './orientation.ts';

/** Chunks that change what is seen. */
const SHOWN =
  /^(IHDR|PLTE|IDAT|IEND|tRNS|gAMA|cHRM|sRGB|iCCP|cICP|mDCV|cLLI|sBIT|bKGD|pHYs|hIST|sPLT|acTL|fcTL|fdAT)$/;
const SIGNATURE_BYTES = 8;

/** A PNG without metadata and without what follows its end; null when it is damaged. */
export function plainPng(bytes: Buffer): Buffer | null {
  const kept: Buffer[] = [bytes.subarray(0, SIGNATURE_BYTES)];
  let orientation = 1;
  for (let at = SIGNATURE_BYTES; ; ) {
    if (at + 12 > bytes.length) return null;
    const end = at + 12 + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (end > bytes.length || !/^[A-Za-z]{4}$/.test(type)) return null;
    if (type === 'eXIf') orientation = orientationOf(bytes.subarray(at + 8, end - 4));
    if (SHOWN.test(type)) kept.push(bytes.subarray(at, end));
    if (type === 'IEND') break;
    at = end;
  }
  // After the head, which is first.
  if (orientation !== 1) kept.splice(2, 0, chunk('eXIf', exifOf(orientation)));
  return Buffer.concat(kept);
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

const TAG = 0x0112;
const PREFIX = Buffer.from('Exif\0\0', 'latin1');

/** Which way up a picture is, 1 to 8, by its EXIF data, with or without their prefix; 1 where they do not say. */
export function orientationOf(exif: Buffer): number {
  const tiff = exif.subarray(0, PREFIX.length).equals(PREFIX) ? exif.subarray(PREFIX.length) : exif;
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return 1;
  const u16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + 2 > tiff.length) return 1;
  for (let i = 0, at = first + 2; i < u16(first) && at + 12 <= tiff.length; i++, at += 12) {
    const value = u16(at) === TAG ? u16(at + 8) : 0;
    if (value >= 1 && value <= 8) return value;
  }
  return 1;
}

/** EXIF data that say this and nothing else, without the prefix. */
export function exifOf(orientation: number): Buffer {
  const exif = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  exif.writeUInt16BE(orientation, 18);
  return exif;
}

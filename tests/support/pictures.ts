/** The first bytes of a picture, and then whatever a test wants to find again. */
const HEADS = {
  webp: Buffer.from('RIFF\0\0\0\0WEBPVP8 \0\0\0\0', 'latin1'),
  jpeg: Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  png: Buffer.from('89504e470d0a1a0a', 'hex'),
} as const;

type Kind = keyof typeof HEADS;

export function pictureBytes(kind: Kind, text: string | Uint8Array = ''): Buffer {
  return Buffer.concat([HEADS[kind], Buffer.from(text as string)]);
}

/** Such bytes, so many of them. */
export function pictureOf(kind: Kind, size: number): Buffer {
  return Buffer.concat([HEADS[kind], Buffer.alloc(size)], size);
}

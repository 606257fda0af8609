/** A box of an ISO media file: where its contents begin and where it ends. */
interface Box {
  type: string;
  start: number;
  end: number;
}

const METADATA = /^(Exif|mime|uri )$/;
/** What a picture is made of, at the top and in `meta`; the words of its maker stand in others. */
const NEEDED = /^(ftyp|meta|mdat|moov|hdlr|pitm|iinf|iloc|iref|iprp|idat|grpl|dinf)$/;

/**
 * An AVIF whose metadata are blank; null when it is damaged. Nothing moves, since offsets are all over the file. Which
 * way up it is a property of the picture says, which stays.
 */
export function plainAvif(given: Buffer): Buffer | null {
  const bytes = Buffer.from(given);
  try {
    const outside = boxes(bytes, 0, bytes.length);
    const meta = outside.find(({ type }) => type === 'meta');
    if (!meta) return null;
    const inside = boxes(bytes, meta.start + 4, meta.end);
    const [info, places, data] = ['iinf', 'iloc', 'idat'].map((name) =>
      inside.find(({ type }) => type === name),
    );
    if (!info || !places) return null;
    const hidden = renamed(bytes, info);
    for (const { id, from, length } of extents(bytes, places, data?.start ?? 0))
      if (hidden.has(id)) bytes.fill(0, from, from + length);
    for (const { type, start, end } of [...outside, ...inside])
      if (!NEEDED.test(type)) bytes.fill(0, start, end);
    return bytes;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function boxes(bytes: Buffer, from: number, to: number): Box[] {
  const found: Box[] = [];
  for (let at = from; at + 8 <= to; ) {
    const short = bytes.readUInt32BE(at);
    const head = short === 1 ? 16 : 8;
    const size =
      short === 0 ? to - at : short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    if (size < head || at + size > to) throw new RangeError('A box is longer than what holds it');
    found.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      start: at + head,
      end: at + size,
    });
    at += size;
  }
  return found;
}

/** Calls metadata what nobody reads; gives the numbers of these items. */
function renamed(bytes: Buffer, { start, end }: Box): Set<number> {
  const items = start + 4 + (bytes[start] === 0 ? 2 : 4);
  const hidden = new Set<number>();
  for (const { start: at } of boxes(bytes, items, end)) {
    const wide = bytes[at] === 3;
    const type = at + 4 + (wide ? 4 : 2) + 2;
    if (!METADATA.test(bytes.toString('latin1', type, type + 4))) continue;
    hidden.add(wide ? bytes.readUInt32BE(at + 4) : bytes.readUInt16BE(at + 4));
    bytes.write('skip', type, 'latin1');
  }
  return hidden;
}

/** Where the bytes of each item are. */
function extents(bytes: Buffer, { start }: Box, idat: number) {
  const version = bytes[start] ?? 0;
  let at = start + 4;
  const read = (size: number) => {
    at += size;
    return size === 0
      ? 0
      : size === 8
        ? Number(bytes.readBigUInt64BE(at - 8))
        : bytes.readUIntBE(at - size, size);
  };
  const sizes = read(2);
  const [offset, length, base, index] = [12, 8, 4, 0].map((shift) => (sizes >> shift) & 15) as [
    number,
    number,
    number,
    number,
  ];
  const found: { id: number; from: number; length: number }[] = [];
  for (let items = read(version < 2 ? 2 : 4); items > 0; items--) {
    const id = read(version < 2 ? 2 : 4);
    const within = version > 0 && (read(2) & 15) === 1 ? idat : 0;
    read(2);
    const from = within + read(base);
    for (let count = read(2); count > 0; count--) {
      if (version > 0) read(index);
      found.push({ id, from: from + read(offset), length: read(length) });
    }
  }
  return found;
}

type Value = number | string | readonly Value[];

const NUMBER = 0;
const NEGATIVE = 1;
const TEXT = 3;
const LIST = 4;

/**
 * Reads the kinds of CBOR (RFC 8949) that an index is made of: whole numbers below 2³², texts and lists of known
 * length. Ten times as fast as a reader of all of CBOR, in whose place it stands: lists have 40,000 entries and more.
 *
 * @throws RangeError for anything else.
 */
export function readCbor(bytes: Uint8Array): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts = new TextDecoder();
  let at = 0;

  /** A number, or how long what follows is. */
  function argument(short: number): number {
    if (short < 24) return short;
    if (short > 26) throw new RangeError(`CBOR of an unknown kind before byte ${at}`);
    const size = 1 << (short - 24);
    at += size;
    if (size === 1) return view.getUint8(at - size);
    return size === 2 ? view.getUint16(at - size) : view.getUint32(at - size);
  }

  function next(): Value {
    const head = view.getUint8(at++);
    const n = argument(head & 0x1f);
    switch (head >> 5) {
      case NUMBER:
        return n;
      case NEGATIVE:
        return -1 - n;
      case TEXT:
        at += n;
        return texts.decode(bytes.subarray(at - n, at));
      case LIST: {
        const list: Value[] = [];
        for (let i = 0; i < n; i++) list.push(next());
        return list;
      }
      default:
        throw new RangeError(`CBOR of an unknown kind before byte ${at}`);
    }
  }
  return next();
}

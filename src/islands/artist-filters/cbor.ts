const NUMBER = 0;
const NEGATIVE = 1;
const TEXT = 3;
const LIST = 4;

/**
 * Reads the kinds of CBOR (RFC 8949) that an index is made of, one item after the other: whole numbers below 2³²,
 * texts and lists of known length. Most of an index is of no interest to whoever reads it, and lists have 40,000
 * entries and more, so nothing is made of what is skipped.
 *
 * @throws RangeError for any other kind, for an item of another kind than the one asked for, and at the end.
 */
export class CborReader {
  #at: number;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  /** @param at the byte to begin at: another reader's `at`. */
  constructor(bytes: Uint8Array, at = 0) {
    this.#at = at;
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Where the next item begins, to read it later. */
  get at(): number {
    return this.#at;
  }

  /** Reads the beginning of a list: how many items follow. */
  list(): number {
    return this.#argument(LIST);
  }

  /** Reads a list whose items are each read by `read`. */
  each<T>(read: () => T): T[] {
    const items: T[] = [];
    for (let left = this.list(); left > 0; left--) items.push(read());
    return items;
  }

  number(): number {
    return this.#argument(NUMBER);
  }

  text(): string {
    const length = this.#argument(TEXT);
    const from = this.#at;
    this.#pass(length);
    return TEXTS.decode(this.#bytes.subarray(from, this.#at));
  }

  /** Leaves out so many items, with all that is in them. */
  skip(items: number): void {
    for (let left = items; left > 0; left--) {
      const kind = this.#kind();
      const n = this.#argument(kind);
      if (kind === LIST) left += n;
      else if (kind === TEXT) this.#pass(n);
      else if (kind !== NUMBER && kind !== NEGATIVE) throw this.#unexpected();
    }
  }

  #kind(): number {
    return this.#view.getUint8(this.#at) >> 5;
  }

  /** The number of an item of this kind, or how long what follows is. */
  #argument(kind: number): number {
    if (this.#kind() !== kind) throw this.#unexpected();
    const short = this.#view.getUint8(this.#at++) & 0x1f;
    if (short < 24) return short;
    if (short > 26) throw this.#unexpected();
    const size = 1 << (short - 24);
    this.#at += size;
    if (size === 1) return this.#view.getUint8(this.#at - size);
    if (size === 2) return this.#view.getUint16(this.#at - size);
    return this.#view.getUint32(this.#at - size);
  }

  #pass(length: number): void {
    this.#at += length;
    if (this.#at > this.#bytes.length) throw new RangeError('CBOR that ends within a text');
  }

  #unexpected(): RangeError {
    return new RangeError(`CBOR of an unexpected kind at byte ${this.#at}`);
  }
}

const TEXTS = new TextDecoder();

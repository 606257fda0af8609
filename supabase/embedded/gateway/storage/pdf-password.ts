import { createCipheriv, createHash } from 'node:crypto';

const PAD = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex');

/**
 * Whether a PDF cannot be read without a password. Many certificates are locked against changes only: those open with
 * the empty password (ISO 32000-2, 7.6.4), and are as good as any. One that is encrypted in a way that is not in the
 * standard counts as locked; one whose parts are not found here does not.
 */
export function needsPassword(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('latin1');
  const rules = encryptionOf(text);
  if (!rules) return false;
  if (!/\/Filter\s*\/Standard\b/.test(rules)) return true;
  const [owner, user] = [stringOf(rules, 'O'), stringOf(rules, 'U')];
  if (!owner || !user) return false;
  const revision = numberOf(rules, 'R') ?? 0;
  if (revision >= 5) return !opensNew(user, revision);
  const id = stringOf(text, 'ID\\s*\\[') ?? Buffer.alloc(0);
  const allows = Buffer.alloc(4);
  allows.writeInt32LE((numberOf(rules, 'P') ?? 0) | 0);
  const plainMetadata = revision >= 4 && /\/EncryptMetadata\s+false/.test(rules);
  const seed = [PAD, owner.subarray(0, 32), allows, id, ...(plainMetadata ? [ALL_ONES] : [])];
  const bits = revision === 2 ? 40 : revision === 4 ? 128 : (numberOf(rules, 'Length') ?? 40);
  let key = md5(...seed).subarray(0, bits / 8);
  if (revision === 2) return !rc4(key, PAD).equals(user);
  for (let round = 0; round < 50; round++) key = md5(key).subarray(0, bits / 8);
  let expected = md5(PAD, id);
  for (let round = 0; round < 20; round++)
    expected = rc4(
      key.map((byte) => byte ^ round),
      expected,
    );
  return !expected.equals(user.subarray(0, 16));
}

const ALL_ONES = Buffer.alloc(4, 0xff);
const md5 = (...parts: Uint8Array[]): Buffer =>
  createHash('md5').update(Buffer.concat(parts)).digest();
const sha = (bits: number, bytes: Uint8Array): Buffer =>
  createHash(`sha${bits}`).update(bytes).digest();

/** Of PDF 2.0: AES-256, whose check is a hash of the password and eight random bytes. */
function opensNew(user: Buffer, revision: number): boolean {
  let key = sha(256, user.subarray(32, 40));
  let last = 0;
  for (let round = 0; revision > 5 && (round < 64 || last > round - 32); round++) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32));
    const mixed = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)));
    const rest = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = sha([256, 384, 512][rest] ?? 256, mixed);
    last = mixed.at(-1) ?? 0;
  }
  return key.subarray(0, 32).equals(user.subarray(0, 32));
}

/** OpenSSL no longer has it. */
function rc4(key: Uint8Array, bytes: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, n) => n);
  const at = (n: number) => state[n & 255] ?? 0;
  const swap = (a: number, b: number) => {
    [state[a & 255], state[b & 255]] = [at(b), at(a)];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j += at(i) + (key[i % key.length] ?? 0);
    swap(i, j);
  }
  let j = 0;
  return Buffer.from(
    bytes.map((byte, n) => {
      j += at(n + 1);
      swap(n + 1, j);
      return byte ^ at(at(n + 1) + at(j));
    }),
  );
}

/** The dictionary that a trailer names under /Encrypt, from its start on. */
function encryptionOf(text: string): string | null {
  const named = [...text.matchAll(/\/Encrypt\s*(?:(\d+)\s+(\d+)\s+R\b|<<)/g)].at(-1);
  if (!named) return null;
  const [, number, generation] = named;
  const start = number
    ? new RegExp(`(?:^|[^\\d])${number}\\s+${generation}\\s+obj\\b`).exec(text)?.index
    : named.index;
  return start === undefined ? null : (text.slice(start, start + 4096).split('endobj')[0] ?? null);
}

const numberOf = (text: string, name: string): number | null => {
  const found = new RegExp(`/${name}\\s+(-?\\d+)`).exec(text)?.[1];
  return found === undefined ? null : Number(found);
};

const ESCAPED: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** A string after a name: in hexadecimal, or in brackets with escapes. */
function stringOf(text: string, name: string): Buffer | null {
  const found = new RegExp(
    `/${name}\\s*(?:<([\\da-f\\s]{0,512})>|\\(((?:\\\\[\\s\\S]|[^\\\\)]){0,256})\\))`,
    'i',
  ).exec(text);
  if (!found) return null;
  const [, hex, literal = ''] = found;
  if (hex !== undefined) return Buffer.from(hex.replace(/\s/g, ''), 'hex');
  const plain = literal.replace(/\\([0-7]{1,3}|\r\n|[\s\S])/g, (_, one: string) =>
    /^[0-7]/.test(one)
      ? String.fromCharCode(Number.parseInt(one, 8) & 255)
      : /^[\r\n]/.test(one)
        ? ''
        : (ESCAPED[one] ?? one),
  );
  return Buffer.from(plain, 'latin1');
}

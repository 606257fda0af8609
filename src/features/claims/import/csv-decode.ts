/** A file as text, and which encoding it was read as; `mixed` where bytes of another one stand in it. */
interface DecodedCsv {
  text: string;
  encoding: 'UTF-8' | 'UTF-16' | CodePage;
  mixed: boolean;
}

/** What older programs save: the code pages of Windows, of MS-DOS and of the Macintosh in Western Europe and America. */
const CODE_PAGES = ['Windows-1252', 'MS-DOS 850', 'Mac Roman'] as const;
type CodePage = (typeof CODE_PAGES)[number];

/** The upper half of code page 850, which has the letters of 437 at the same places. */
const DOS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

function decodeAs(page: CodePage, bytes: Uint8Array): string {
  if (page === 'Windows-1252') return new TextDecoder('windows-1252').decode(bytes);
  if (page === 'Mac Roman') return new TextDecoder('macintosh').decode(bytes);
  return Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : (DOS[byte - 0x80] ?? ''),
  ).join('');
}

/** UTF-16 without a mark: what is plain in it has a zero beside each byte, always on the same side. */
function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const zeros = [0, 0];
  bytes.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (even + odd < Math.max(4, bytes.length / 10)) return null;
  if (odd > even * 10) return 'utf-16le';
  return even > odd * 10 ? 'utf-16be' : null;
}

/** The length of the UTF-8 character at a place; 0 where there is none. */
function utf8Length(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  const length =
    first < 0x80
      ? 1
      : first < 0xc2
        ? 0
        : first < 0xe0
          ? 2
          : first < 0xf0
            ? 3
            : first < 0xf5
              ? 4
              : 0;
  for (let next = 1; next < length; next += 1)
    if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

/** The characters of UTF-8 in a file, and the runs of bytes that are none. */
function pieces(bytes: Uint8Array): { from: number; to: number; isUtf8: boolean }[] {
  const found: { from: number; to: number; isUtf8: boolean }[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = utf8Length(bytes, at);
    const last = found.at(-1);
    const to = at + (length || 1);
    if (last && last.isUtf8 === length > 0) last.to = to;
    else found.push({ from: at, to, isUtf8: length > 0 });
    at = to;
  }
  return found;
}

/** How likely a letter is where it stands: words of English, Spanish and their neighbors. */
function likelihood(before: string, letter: string, after: string): number {
  const [isWord, isSmall] = [/\p{L}/u, /\p{Ll}/u];
  if (/[áéíóúñüÁÉÍÓÚÑÜ]|\p{L}/u.test(letter)) {
    const common = /[áéíóúñüÁÉÍÓÚÑÜ]/.test(letter) ? 3 : /[à-ÿœÀ-Ý]/.test(letter) ? 2 : 1;
    if (isSmall.test(letter)) return /^\p{Lu}/u.test(after) ? -2 : common;
    return isSmall.test(before) ? -3 : common;
  }
  if (letter === '’' || letter === '‘') {
    const ends = /^(s|t|ll|re|ve|d|m)(?!\p{L})/iu.test(after);
    if (isWord.test(before)) return ends || !isWord.test(after) || /^\p{Lu}/u.test(after) ? 3 : -2;
    return letter === '‘' && isWord.test(after) ? 2 : -2;
  }
  if (/[“¿¡«]/.test(letter)) return isWord.test(before) ? -2 : 2;
  if (/[”»…®™©ªº°]/.test(letter)) return isWord.test(after.slice(0, 1)) ? -2 : 1;
  if (/[–—\u00a0½¼¾•€]/.test(letter))
    return isWord.test(before) && isWord.test(after.slice(0, 1)) ? -1 : 1;
  return /\p{Cc}/u.test(letter) ? -6 : -3;
}

function score(text: string): number {
  let sum = 0;
  for (const { 0: letter, index } of text.matchAll(/[^\0-\x7f]/g))
    sum += likelihood(text[index - 1] ?? '', letter, text.slice(index + 1, index + 5));
  return sum;
}

/** The code page of which a file makes most sense; of equal ones the first. */
function likelyPage(bytes: Uint8Array): CodePage {
  const scores = CODE_PAGES.map((page) => ({ page, score: score(decodeAs(page, bytes)) }));
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).page;
}

/**
 * The text of a CSV file in whatever encoding it was saved. Bytes that are not UTF-8 are read by the code page of which
 * they make most sense; where the rest of the file is UTF-8, they alone are.
 */
export function decodeCsv(bytes: Uint8Array): DecodedCsv {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : null;
  const utf16 = marked ?? unmarkedUtf16(bytes);
  // Half a character at the end was cut off.
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2));
  if (utf16)
    return { text: new TextDecoder(utf16).decode(whole), encoding: 'UTF-16', mixed: false };
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  const found = pieces(bytes);
  if (found.every(({ isUtf8 }) => isUtf8))
    return { text: utf8.decode(bytes), encoding: 'UTF-8', mixed: false };
  const isMixed = found.some(
    ({ from, to, isUtf8 }) => isUtf8 && bytes.subarray(from, to).some((byte) => byte >= 0x80),
  );
  if (!isMixed) {
    const encoding = likelyPage(bytes);
    return { text: decodeAs(encoding, bytes), encoding, mixed: false };
  }
  const foreign = found.filter(({ isUtf8 }) => !isUtf8);
  // Each with its neighbors, which show the code page.
  const samples = foreign.flatMap(({ from, to }) => [
    ...bytes.subarray(Math.max(0, from - 1), to + 3),
    0x20,
  ]);
  const page = likelyPage(Uint8Array.from(samples));
  const text = found.map(({ from, to, isUtf8 }) => {
    const part = bytes.subarray(from, to);
    return isUtf8 ? utf8.decode(part) : decodeAs(page, part);
  });
  return { text: text.join(''), encoding: page, mixed: true };
}

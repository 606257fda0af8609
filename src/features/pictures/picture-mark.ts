/**
 * What the pictures of a page were when it was made, in a few characters. A page names its pictures by what they look
 * like, the database by their address: a like or a report must mean the same picture by both, so their order is
 * compared by this mark. It ends in the places of those that the page could not show.
 */
export function picturesMark(pictures: readonly { url: string; shown: boolean }[]): string {
  const missing = pictures.flatMap(({ shown }, i) => (shown ? [] : [i]));
  return [hash(pictures.map(({ url }) => url).join(' ')), ...missing].join('-');
}

/**
 * The addresses of the pictures that a page shows, in its order, or null where the mark is of other ones: the page was
 * made before the last change, or after it.
 */
export function markedPictures(urls: readonly string[], mark: string): string[] | null {
  const [, ...places] = mark.split('-');
  const missing = new Set(places.map(Number));
  const pictures = urls.map((url, i) => ({ url, shown: !missing.has(i) }));
  return picturesMark(pictures) === mark
    ? pictures.flatMap(({ url, shown }) => (shown ? [url] : []))
    : null;
}

/** FNV-1a, the upper 24 of its bits: enough to tell one order of a page's pictures from the next. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return (value >>> 8).toString(36);
}

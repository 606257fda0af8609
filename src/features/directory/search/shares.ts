/** Into how many shares so many things go; a power of two, so that it hardly ever changes. */
export function sharesFor(count: number, size: number): number {
  return count <= size ? 1 : 2 ** Math.ceil(Math.log2(count / size));
}

/** Which of so many shares a thing is in, whatever else comes or goes: FNV-1a, its bits mixed once more. */
export function shareOf(key: string, shares: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) % shares;
}

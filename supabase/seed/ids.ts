import { createHash } from 'node:crypto';

/** The same name always gives the same UUID (version 5 in shape), so that links to demo data survive a new database. */
export function idOf(kind: string, name: string): string {
  const hash = createHash('sha1').update(`mural-demo/${kind}/${name}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

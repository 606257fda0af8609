/** An object of a bucket, as a list names it. */
export interface StoredObject {
  key: string;
  /** Without quotes. */
  etag: string;
  size: number;
  lastModified: Date;
}

interface ListPage {
  objects: StoredObject[];
  /** Where the next page begins; undefined after the last. */
  next: string | undefined;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? whole;
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16));
  });
}

/** The text of the first element of a name; S3's answers have no attributes or comments inside of theirs. */
export function xmlElement(xml: string, name: string): string | undefined {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return found === undefined ? undefined : decodeEntities(found);
}

/** An entity tag without its quotes, whichever way it is written. */
export function bareTag(etag: string | null | undefined): string {
  return (etag ?? '').replace(/^W\//, '').replace(/^"|"$/g, '');
}

/** Reads an answer to ListObjectsV2. Throws where it is none. */
export function readListPage(xml: string): ListPage {
  if (!/<ListBucketResult[\s>/]/.test(xml)) throw new Error('This is not a list of objects.');
  const [head = '', ...contents] = xml.split('<Contents>');
  const rest = head + (contents.at(-1)?.split('</Contents>')[1] ?? '');
  const encoded = xmlElement(rest, 'EncodingType') === 'url';
  const nameOf = (text: string) => (encoded ? decodeURIComponent(text.replaceAll('+', ' ')) : text);
  const goesOn = xmlElement(rest, 'IsTruncated') === 'true';
  const next = goesOn ? xmlElement(rest, 'NextContinuationToken') : undefined;
  // Taken for the whole list, it would make what is missing look deleted.
  if (goesOn && !next) throw new Error('The list of objects has more, but not where it goes on.');
  return {
    objects: contents.map((each) => ({
      key: nameOf(xmlElement(each, 'Key') ?? ''),
      etag: bareTag(xmlElement(each, 'ETag')),
      size: Number(xmlElement(each, 'Size') ?? 0),
      lastModified: new Date(xmlElement(each, 'LastModified') ?? 0),
    })),
    next,
  };
}

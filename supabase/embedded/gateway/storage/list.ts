import { jsonBody, textOf } from '../call/call.ts';
import { json } from '../call/responses.ts';
import { invalid } from './refusals.ts';
import { type Ask, asCaller, expectBucket } from './rows.ts';

type Entry = { name: string } & Record<string, unknown>;

/** Of one list; a person keeps at most 400 files. */
const EVERYTHING = 10_000;
const LONGEST = 1000;

/** Hosted lists one folder: names relative to it, and its sub-folders as entries without an id. */
export async function listFolder(ask: Ask, bucket: string): Promise<Response> {
  const { prefix, sortBy, search, offset, limit } = jsonBody(ask.call);
  const given = textOf(prefix).replace(/^\/+/, '');
  const parent = given && !given.endsWith('/') ? `${given}/` : given;
  const { folders, files } = split(await entriesBelow(ask, bucket, parent), parent);
  const none = { id: null, updated_at: null, created_at: null, last_accessed_at: null };
  const found = [
    ...folders.map((name) => ({ name, ...none, metadata: null })),
    ...sorted(files, sortBy),
  ].filter(({ name }) => name.toLowerCase().includes(textOf(search).toLowerCase()));
  const start = whole(offset, 0);
  return json(200, found.slice(start, start + whole(limit, 100)));
}

/** The newer list: whole names, folders apart, page after page by a cursor. */
export async function listPage(ask: Ask, bucket: string): Promise<Response> {
  const { prefix = '', cursor, limit, with_delimiter, sortBy } = jsonBody(ask.call);
  if (typeof prefix !== 'string' || !/^(name|created_at|updated_at)$/.test(columnOf(sortBy)))
    throw invalid('The list cannot be made in this way');
  const entries = await entriesBelow(ask, bucket, prefix);
  const { folders, files } =
    with_delimiter === true ? split(entries, prefix) : { folders: [], files: entries };
  const inside = with_delimiter === true ? prefix : '';
  const found: Entry[] = [
    ...folders.map((name) => ({ name: `${prefix}${name}/` })),
    ...sorted(files, sortBy).map((file) => ({ ...file, name: inside + file.name })),
  ];
  const start = Number(Buffer.from(textOf(cursor), 'base64url').toString()) || 0;
  const end = start + (whole(limit, LONGEST) || LONGEST);
  const page = found.slice(start, end);
  const hasNext = end < found.length;
  return json(200, {
    hasNext,
    folders: page.filter((entry) => !('id' in entry)),
    objects: page
      .filter((entry) => 'id' in entry)
      .map(({ id, name, updated_at, created_at, last_accessed_at, metadata }) => {
        return { id, name, key: name, updated_at, created_at, last_accessed_at, metadata };
      }),
    ...(hasNext && { nextCursor: Buffer.from(String(end)).toString('base64url') }),
  });
}

async function entriesBelow(ask: Ask, bucket: string, prefix: string): Promise<Entry[]> {
  await expectBucket(ask, bucket);
  const query = `select * from storage.objects where bucket_id = $1 and starts_with(name, $2)
    order by name limit ${EVERYTHING}`;
  return asCaller(ask, (tx) => tx.sql<Entry>(query, [bucket, prefix]));
}

/** The files directly below, named relative to it, and the names of the folders beside them. */
function split(entries: Entry[], prefix: string): { folders: string[]; files: Entry[] } {
  const below = entries.map((entry) => ({ ...entry, name: entry.name.slice(prefix.length) }));
  const folders = below.flatMap(({ name }) => (name.includes('/') ? name.split('/', 1) : []));
  const files = below.filter(({ name }) => !name.includes('/'));
  return { folders: [...new Set(folders)].sort(), files };
}

const columnOf = (sortBy: unknown) => textOf(Object(sortBy).column ?? 'name');

function sorted(entries: Entry[], sortBy: unknown): Entry[] {
  const column = columnOf(sortBy);
  const sign = Object(sortBy).order === 'desc' ? -1 : 1;
  const read = (entry: Entry) => (Object.hasOwn(entry, column) ? String(entry[column] ?? '') : '');
  return entries.sort((a, b) => {
    const [x, y] = [read(a), read(b)];
    return x < y ? -sign : x > y ? sign : 0;
  });
}

function whole(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : fallback;
}

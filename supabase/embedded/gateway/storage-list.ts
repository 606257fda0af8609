import { type Call, forward, jsonBody, type Services, textOf } from './call.ts';
import { json, storageError } from './responses.ts';

interface Entry {
  name: string;
  id: string | null;
  [column: string]: unknown;
}

/** @supabase/lite's longest list; a person keeps at most 400 files. */
const EVERYTHING = 10_000;
const LONGEST = 1000;

/** Hosted lists one folder: names relative to it, and its sub-folders as entries without an id. */
export async function listFolder(call: Call, services: Services): Promise<Response> {
  const options = jsonBody(call);
  const prefix = folderOf(options.prefix);
  const entries = await entriesBelow(call, prefix, services);
  if (entries instanceof Response) return entries;
  const { folders, files } = split(entries, prefix);
  const { column, order } = Object(options.sortBy) as { column?: unknown; order?: unknown };
  const search = textOf(options.search).toLowerCase();
  const offset = whole(options.offset, 0);
  const found = [
    ...folders.map(folder).sort(by('name', 'asc')),
    ...files.sort(by(textOf(column ?? 'name'), order)),
  ].filter((entry) => entry.name.toLowerCase().includes(search));
  return json(200, found.slice(offset, offset + whole(options.limit, 100)));
}

/** The newer list: whole names, folders apart, page after page by a cursor. */
export async function listPage(call: Call, bucket: string, services: Services): Promise<Response> {
  const { prefix = '', cursor, limit, with_delimiter, sortBy } = jsonBody(call);
  const { column = 'name', order } = Object(sortBy) as { column?: unknown; order?: unknown };
  const known = ['name', 'created_at', 'updated_at'].includes(textOf(column));
  if (typeof prefix !== 'string' || !known)
    return storageError(400, 'InvalidRequest', 'The list cannot be made in this way');
  const path = `/storage/v1/object/list/${encodeURIComponent(bucket)}`;
  const entries = await entriesBelow({ ...call, path }, prefix, services);
  if (entries instanceof Response) return entries;
  const { folders, files } =
    with_delimiter === true ? split(entries, prefix) : { folders: [], files: entries };
  const found = [
    ...folders.map((name) => ({ folder: true, name: `${prefix}${name}/` })),
    ...files
      .map((file) => (with_delimiter === true ? { ...file, name: prefix + file.name } : file))
      .sort(by(textOf(column), order)),
  ];
  const start = Number(Buffer.from(textOf(cursor), 'base64url').toString()) || 0;
  const size = whole(limit, LONGEST) || LONGEST;
  const page = found.slice(start, start + size);
  const hasNext = start + size < found.length;
  return json(200, {
    hasNext,
    folders: page.filter((entry) => 'folder' in entry).map(({ name }) => ({ name })),
    objects: page.filter((entry) => !('folder' in entry)).map(object),
    ...(hasNext && { nextCursor: Buffer.from(String(start + size)).toString('base64url') }),
  });
}

async function entriesBelow(
  call: Call,
  prefix: string,
  { app }: Services,
): Promise<Entry[] | Response> {
  // @supabase/lite puts the prefix into a LIKE pattern.
  const body = { prefix: prefix.replace(/[\\%_]/g, '\\$&'), limit: EVERYTHING, offset: 0 };
  const response = await forward(app, call, { body: JSON.stringify(body), path: call.path });
  if (!response.ok) return response;
  const entries = (await response.json()) as Entry[];
  return entries.filter((entry) => entry.name.startsWith(prefix));
}

function folderOf(prefix: unknown): string {
  const folder = textOf(prefix).replace(/^\/+/, '');
  return folder && !folder.endsWith('/') ? `${folder}/` : folder;
}

/** The files directly below, named relative to it, and the names of the folders beside them. */
function split(entries: Entry[], prefix: string): { folders: string[]; files: Entry[] } {
  const folders = new Set<string>();
  const files: Entry[] = [];
  for (const entry of entries) {
    const rest = entry.name.slice(prefix.length);
    const slash = rest.indexOf('/');
    if (slash < 0) files.push({ ...entry, name: rest });
    else folders.add(rest.slice(0, slash));
  }
  return { folders: [...folders].sort(), files };
}

function folder(name: string): Entry {
  return {
    name,
    id: null,
    updated_at: null,
    created_at: null,
    last_accessed_at: null,
    metadata: null,
  };
}

function object(entry: Record<string, unknown>): Record<string, unknown> {
  const { id, name, updated_at, created_at, last_accessed_at, metadata } = entry;
  return { id, name, key: name, updated_at, created_at, last_accessed_at, metadata };
}

function by(column: string, order: unknown) {
  const sign = order === 'desc' ? -1 : 1;
  const read = (entry: Entry) => (Object.hasOwn(entry, column) ? String(entry[column] ?? '') : '');
  return (a: Entry, b: Entry) => {
    const [x, y] = [read(a), read(b)];
    return x < y ? -sign : x > y ? sign : 0;
  };
}

function whole(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : fallback;
}

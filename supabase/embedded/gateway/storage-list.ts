import type { App } from '@supabase/lite';
import { type Call, forward, jsonBody } from './call.ts';

interface Entry {
  name: string;
  id: string | null;
  [column: string]: unknown;
}

/** Hosted lists one folder: names relative to it, and its sub-folders as entries without an id. */
export async function listFolder(app: App, call: Call): Promise<Response> {
  const options = jsonBody(call);
  let prefix = String(options.prefix ?? '').replace(/^\/+/, '');
  if (prefix && !prefix.endsWith('/')) prefix += '/';
  // @supabase/lite puts the prefix into a LIKE pattern.
  const everything = { prefix: prefix.replace(/[\\%_]/g, '\\$&'), limit: 10_000, offset: 0 };
  const response = await forward(app, call, { body: JSON.stringify(everything) });
  if (!response.ok) return response;

  const folders = new Map<string, Entry>();
  const files: Entry[] = [];
  for (const entry of (await response.json()) as Entry[]) {
    if (!entry.name.startsWith(prefix)) continue;
    const rest = entry.name.slice(prefix.length);
    const slash = rest.indexOf('/');
    if (slash < 0) files.push({ ...entry, name: rest });
    else folders.set(rest.slice(0, slash), folder(rest.slice(0, slash)));
  }
  const { column = 'name', order = 'asc' } = Object(options.sortBy) as {
    column?: string;
    order?: string;
  };
  const search = String(options.search ?? '').toLowerCase();
  const offset = Number(options.offset) || 0;
  const limit = Number(options.limit) || 100;
  const found = [
    ...[...folders.values()].sort(by('name', 'asc')),
    ...files.sort(by(column, order)),
  ].filter((entry) => entry.name.toLowerCase().includes(search));
  return Response.json(found.slice(offset, offset + limit));
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

function by(column: string, order: string) {
  const sign = order === 'desc' ? -1 : 1;
  return (a: Entry, b: Entry) => {
    const [x, y] = [String(a[column] ?? ''), String(b[column] ?? '')];
    return x < y ? -sign : x > y ? sign : 0;
  };
}

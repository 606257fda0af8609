import { type Call, forward, type Services } from './call.ts';
import { json } from './responses.ts';

interface Row {
  [column: string]: unknown;
  metadata?: Record<string, unknown> | null;
}

/** What the hosted service says about a file: named as supabase-js reads it, and nothing about its owner. */
export async function info(call: Call, path: string, { app }: Services): Promise<Response> {
  const response = await forward(app, { ...call, method: 'GET' }, { path });
  if (!response.ok) return response;
  const row = (await response.json()) as Row;
  const kept = row.metadata ?? {};
  return json(200, {
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: kept.size ?? null,
    content_type: kept.mimetype ?? null,
    cache_control: kept.cacheControl ?? null,
    etag: kept.eTag ?? null,
    metadata: row.user_metadata ?? null,
    last_modified: row.updated_at,
    created_at: row.created_at,
  });
}

import type { ListQuery, TablePage } from '#lib/table-page.ts';
import { z } from '#lib/zod.ts';
import type { RpcName } from './api.ts';
import { ask } from './rpc.ts';

type ListRpc = Extract<RpcName, `admin_list_${string}`>;

/** A list RPC as a function; `narrow` gives its own arguments. Throws an AppError. */
export function adminList<S extends z.ZodType>(
  rpc: ListRpc,
  row: S,
  narrow: (only: Readonly<Record<string, string>>) => object = () => ({}),
) {
  const schema = z.object({ total: z.number().int(), rows: z.array(row) });
  return async (query: ListQuery, signal?: AbortSignal): Promise<TablePage<z.output<S>>> => {
    const args = {
      p_search: query.search || null,
      p_filter: query.filter || null,
      p_sort: query.sort,
      p_desc: query.desc,
      p_limit: query.limit,
      p_offset: query.offset,
      ...narrow(query.only ?? {}),
    };
    return ask(schema, rpc, args, signal);
  };
}

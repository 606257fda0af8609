import type { App } from '@supabase/lite';
export type LiteConnection = App['connection'];

/** A REST query as @supabase/lite has parsed it: every spelling of an address is the same here. */
export type RestQuery = Parameters<LiteConnection['onPostgrestAST']>[0];

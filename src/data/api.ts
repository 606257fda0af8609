import type { Database } from './database.types.ts';

type Public = Database['public'];
type Functions = Public['Functions'];

/** One function, or each of several that share a name, with arguments that may be null. */
type WithNulls<F> = F extends { Args: infer Args }
  ? Omit<F, 'Args'> & { Args: { [A in keyof Args]: Args[A] | null } }
  : never;

/** The database as supabase-js knows it. Every argument of a PostgreSQL function may be null. */
export interface Api {
  public: Omit<Public, 'Functions'> & {
    Functions: { [F in keyof Functions]: WithNulls<Functions[F]> };
  };
}

/** Names of the functions that the API has, such as `submit_lead`. */
export type RpcName = keyof Functions;

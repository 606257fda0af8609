import type { Database } from './database.types.ts';

type Public = Database['public'];
type Functions = Public['Functions'];

/** The database as supabase-js is told about it. Every argument of a PostgreSQL function may be null. */
export interface Api {
  public: Omit<Public, 'Functions'> & {
    Functions: {
      [F in keyof Functions]: Omit<Functions[F], 'Args'> & {
        Args: { [A in keyof Functions[F]['Args']]: Functions[F]['Args'][A] | null };
      };
    };
  };
}

/** Names of the functions that the API has, such as `submit_lead`. */
export type RpcName = keyof Functions;

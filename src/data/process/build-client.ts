import { programClient } from './program-client.ts';

/** The client of builds and of the publisher: publishable key, no session, so row-level security decides. */
export const buildClient = (url: string, publishableKey: string, hosted = false) =>
  programClient(url, publishableKey, 'PUBLIC_SUPABASE_KEY', hosted);
export type BuildClient = ReturnType<typeof buildClient>;

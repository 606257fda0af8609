import { createClient } from '@supabase/supabase-js';

/** The client of builds and of the publisher: publishable key, no session, so row-level security decides. */
export function buildClient(url: string, publishableKey: string) {
  return createClient(url, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}
export type BuildClient = ReturnType<typeof buildClient>;

import { createClient } from '@supabase/supabase-js';
import { projectFetch } from './project-fetch.ts';

/**
 * The client of builds and of the publisher: publishable key, no session, so row-level security decides.
 * For a hosted project, what goes wrong on the way is explained by the settings at fault.
 */
export function buildClient(url: string, publishableKey: string, hosted = false) {
  const settings = { url: 'PUBLIC_SUPABASE_URL', key: 'PUBLIC_SUPABASE_KEY' };
  return createClient(url, publishableKey, {
    global: { fetch: projectFetch(hosted ? settings : null) },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}
export type BuildClient = ReturnType<typeof buildClient>;

import { createClient } from '@supabase/supabase-js';
import { projectFetch } from '../project-fetch.ts';

/**
 * supabase-js for programs that work without a person: no session is kept. For a hosted project, what goes wrong on the
 * way is explained by the settings at fault; `keySetting` is the variable that holds the key.
 */
export function programClient(url: string, key: string, keySetting: string, hosted: boolean) {
  const settings = { url: 'PUBLIC_SUPABASE_URL', key: keySetting };
  return createClient(url, key, {
    global: { fetch: projectFetch(hosted ? settings : null) },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}

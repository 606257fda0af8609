import { createClient } from '@supabase/supabase-js';
import { projectFetch } from '../project-fetch.ts';

/**
 * supabase-js for programs that work without a person: no session is kept. For a hosted project, what goes wrong on the
 * way is explained by the settings at fault; `keySetting` is the variable that holds the key.
 */
export function programClient(url: string, key: string, keySetting: string, hosted: boolean) {
  const settings = { url: 'PUBLIC_SUPABASE_URL', key: keySetting };
  return createClient(url, key, {
    global: { fetch: sentAgain(projectFetch(hosted ? settings : null)) },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}

const TRIES = 3;
const LONGEST_PAUSE_MS = 60;
/** As PostgREST says that a transaction was undone because it met another one. */
const MET_ANOTHER = /"code":\s*"40(P01|001)"/;

/** Sends a call again that was undone whole. The embedded gateway does so itself, PostgREST does not. */
function sentAgain(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    for (let tries = 1; ; tries++) {
      const answer = await send(input, init);
      if (tries === TRIES || answer.status < 500) return answer;
      if (!MET_ANOTHER.test(await answer.clone().text())) return answer;
      await new Promise((go) => setTimeout(go, Math.random() * LONGEST_PAUSE_MS * tries));
    }
  };
}

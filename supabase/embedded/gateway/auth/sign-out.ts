import { jsonBody, textOf } from '../call/call.ts';
import { authRefusal } from '../call/responses.ts';
import type { AuthHandler } from './auth-services.ts';
import { callerOf } from './caller.ts';
import { endSessions } from './sessions.ts';

/** `POST logout`: ends the session of the caller, the others of the account, or all of them. */
export const signOut: AuthHandler = async (auth, call) => {
  const { user, session } = await callerOf(auth, call);
  const scope = call.url.searchParams.get('scope') ?? jsonBody(call).scope ?? 'local';
  if (scope !== 'global' && scope !== 'others' && scope !== 'local')
    throw authRefusal(400, 'validation_failed', `Unsupported logout scope "${textOf(scope)}"`);
  if (scope === 'global') await endSessions(auth.db, user.id);
  // A token of no session has none to end, and none to tell the others from.
  else if (session && scope === 'others') await endSessions(auth.db, user.id, session);
  else if (session) await auth.db.sql('delete from auth.sessions where id = $1', [session]);
  return new Response(null, { status: 204 });
};

import { type Call, jsonBody, type Services, textOf } from '../call/call.ts';
import { authError } from '../call/responses.ts';
import { callerOf } from './caller.ts';
import { endSession, endSessions } from './sessions.ts';

/** `POST logout`: ends the session of the caller, the others of the account, or all of them. */
export function signOut(services: Services): (call: Call) => Promise<Response> {
  const { db } = services;
  return async (call) => {
    const caller = await callerOf(services, call);
    if (caller instanceof Response) return caller;
    const { user, session } = caller;
    const scope = call.url.searchParams.get('scope') ?? jsonBody(call).scope ?? 'local';
    if (scope !== 'global' && scope !== 'others' && scope !== 'local')
      return authError(400, 'validation_failed', `Unsupported logout scope "${textOf(scope)}"`);
    if (scope === 'global') await endSessions(db, user.id);
    // A token of no session has none to end, and none to tell the others from.
    else if (session && scope === 'others') await endSessions(db, user.id, session);
    else if (session) await endSession(db, session);
    return new Response(null, { status: 204 });
  };
}

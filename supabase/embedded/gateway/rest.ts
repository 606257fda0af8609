import { type Call, forward, type Services } from './call.ts';
import { json } from './responses.ts';

/** PostgreSQL's estimates come from all rows of a table, also from those that the caller may not see. */
const ESTIMATE = /\bcount\s*=\s*(planned|estimated)\b/g;

/** The `/rest/v1` service: @supabase/lite's, without what tells more than the rows do. */
export function createRest({ app }: Services): (call: Call) => Promise<Response> {
  return async (call) => {
    // The description of the schema is for the secret key, as on hosted projects.
    if (call.path === '/rest/v1/' && !call.service)
      return json(401, { message: 'Invalid API key' });
    const prefer = call.headers.get('prefer');
    if (!prefer) return forward(app, call);
    const headers = new Headers(call.headers);
    // `Preference-Applied` says so.
    headers.set('prefer', prefer.replace(ESTIMATE, 'count=exact'));
    return forward(app, { ...call, headers });
  };
}

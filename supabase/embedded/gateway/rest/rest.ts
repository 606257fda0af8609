import { type Call, forward, type Services } from '../call/call.ts';
import { json, restError } from '../call/responses.ts';

/** PostgreSQL's estimates come from all rows of a table, also from those that the caller may not see. */
const ESTIMATE = /\bcount\s*=\s*(planned|estimated)\b/g;

/** What every object of JavaScript has; @supabase/lite writes filters by such a name into all objects of the process. */
const INHERITED = new RegExp(`\\b(${Object.getOwnPropertyNames(Object.prototype).join('|')})\\b`);
/** Parameters whose values name columns. */
const NAMES_COLUMNS = /(^|\.)(select|order|columns|on_conflict|or|and)$/;

/** PostgREST's answer to a column that no table has; null where a query names no such one. */
function refuseInherited({ searchParams }: URL): Response | null {
  for (const [name, value] of searchParams) {
    const [, column] = INHERITED.exec(NAMES_COLUMNS.test(name) ? `${name} ${value}` : name) ?? [];
    if (column) {
      const message = `column ${column} does not exist`;
      return json(400, { code: '42703', message, details: null, hint: null });
    }
  }
  return null;
}

/** A syntax error is of the statement that @supabase/lite made of a request; its sender hears of the request. */
async function readable(response: Response): Promise<Response> {
  if (response.status !== 400 || !(await response.clone().text()).includes('"42601"'))
    return response;
  return restError(400, 'PGRST102', 'Empty or invalid json');
}

/** The `/rest/v1` service: @supabase/lite's, without what tells more than the rows do. */
export function createRest({ app }: Services): (call: Call) => Promise<Response> {
  return async (call) => {
    // The description of the schema is for the secret key, as on hosted projects.
    if (call.path === '/rest/v1/' && !call.service)
      return json(401, { message: 'Invalid API key' });
    const refusal = refuseInherited(call.url);
    if (refusal) return refusal;
    const headers = new Headers(call.headers);
    const prefer = headers.get('prefer');
    // `Preference-Applied` says so.
    if (prefer) headers.set('prefer', prefer.replace(ESTIMATE, 'count=exact'));
    return readable(await forward(app, { ...call, headers }));
  };
}

import { codeOf, sentence } from '#node/errors.ts';
import { behind } from '#node/log.ts';
import { impersonal } from '#node/redact.ts';
import { isSqlState, statusOfState } from '../../base/sqlstate.ts';
import type { Call, Services } from './call.ts';
import { busyError, errorFor } from './responses.ts';

/** How @supabase/lite and its drivers break over input that they did not expect. */
const BROKEN = [TypeError, RangeError, SyntaxError, URIError];
/** Tokens that jose could not read, and statements that the drivers could not write. */
const UNREADABLE =
  /^(ERR_JW|ERR_JOSE|ERR_INVALID_ARG|ERR_OUT_OF_RANGE$|MAX_PARAMETERS_EXCEEDED$|UNDEFINED_VALUE$)/;

/** Seconds, for what is over soon: no session was free, a lock was not, the server was starting. */
const RETRY_AFTER = 2;

/** The answer to a request that ended with an error of the database or of ours. */
export function failed(path: string, error: unknown): Response {
  const code = codeOf(error);
  return isSqlState(code) && statusOfState(code) === 503
    ? busyError(path, RETRY_AFTER)
    : errorFor(path, 500, 'unexpected_failure', 'Internal error');
}

/**
 * The one place that decides whose fault a failed request is. What a request asked for, its sender hears with a 4xx
 * in the shape of the service; what broke here stays a 5xx. Neither says what is inside, the log says it.
 */
export function mended(
  call: Call,
  response: Response,
  faults: unknown[],
  { log }: Services,
): Response {
  if (response.status < 500) return asJson(call, response);
  const fault = faults.at(-1);
  const status = statusOfFault(fault) ?? response.status;
  const reason = fault === undefined ? 'without a reason' : sentence(messageOf(fault));
  log(impersonal(`${call.method} ${call.path} answered ${status}: ${reason}`), {
    event: 'request.failed',
    level: status < 500 ? 'warn' : 'error',
    request: call.request,
    status,
    ...behind(fault),
  });
  if (status === 503) return busyError(call.path, RETRY_AFTER);
  return status < 500
    ? errorFor(call.path, status, 'bad_request', messageFor(fault))
    : errorFor(call.path, status, 'unexpected_failure', 'Internal error');
}

/** What the services print is an error, or one that was made answerable: a plain object. */
const messageOf = (fault: unknown): unknown =>
  (fault as { message?: unknown } | null)?.message ?? fault;

/** supabase-js makes an unknown error of a refusal that is no JSON. */
function asJson(call: Call, response: Response): Response {
  const silent = call.method === 'HEAD' || response.status === 416;
  const type = response.headers.get('content-type') ?? '';
  if (response.status < 400 || silent || /json/.test(type)) return response;
  const [code, message] = PLAIN[response.status] ?? ['bad_request', 'The request was refused'];
  return errorFor(call.path, response.status, code, message);
}

const PLAIN: Record<number, [string, string]> = {
  404: ['not_found', 'Not found'],
  405: ['bad_request', 'Method not allowed'],
};

/** An error of the database that `harden` has given its status; the response has it already. */
const HAS_STATUS = 'PGRST';

/** Null for a fault that says nothing about its origin. */
function statusOfFault(fault: unknown): number | null {
  const code = codeOf(fault) ?? codeOf((fault as { cause?: unknown } | undefined)?.cause);
  if (code === HAS_STATUS) return null;
  if (isSqlState(code)) return statusOfState(code);
  if (code !== undefined) return UNREADABLE.test(code) ? 400 : null;
  return BROKEN.some((kind) => fault instanceof kind) || isComplaint(fault) ? 400 : null;
}

/**
 * An error that @supabase/lite itself raises: it does so while it reads a request, never while it works. Such errors have
 * neither a class nor a code of their own, so only their place in the code tells them from ours.
 */
function isComplaint(fault: unknown): boolean {
  const thrownAt = fault instanceof Error ? fault.stack?.split('\n    at ', 2)[1] : undefined;
  return thrownAt?.includes('/@supabase/lite/dist/') ?? false;
}

function messageFor(fault: unknown): string {
  return /^ERR_J/.test(codeOf(fault) ?? '')
    ? 'The token is not valid'
    : 'The request holds a value that cannot be used';
}

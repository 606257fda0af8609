import { hostOf, unreachable } from '#config/unreachable.ts';

/** Long enough for a thousand rows of a small project that wakes up. */
const ANSWER_TIMEOUT_MS = 60_000;

/** Which settings lead to a project and open it, for messages to an operator. */
export interface Settings {
  url: string;
  key: string;
}

/** Nothing answered: the message is one sentence that names the host and the cause. */
class ProjectUnreachable extends Error {
  override readonly name = 'ProjectUnreachable';
  /** The client asks up to four times, but not after this code: waiting a minute once is enough. */
  readonly code: string | undefined;

  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.code = Reflect.get(Object(cause), 'name') === 'TimeoutError' ? 'ABORT_ERR' : undefined;
  }
}

/**
 * `fetch` for programs that work without a person: a request that gets no answer, a refused key and an answer that no
 * Supabase project gives are explained. `settings` are those of a hosted project; the embedded backend has none.
 */
export function projectFetch(settings: Settings | null): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const limit = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit;
    const response = await fetch(input, { ...init, signal }).catch((error) => {
      throw new ProjectUnreachable(unreachable(url, error, settings?.url), error);
    });
    const sentence = settings && refusal(response, hostOf(url), settings);
    // In the shape of PostgREST, so that the client takes it for the answer that it is and does not ask again.
    return sentence
      ? Response.json({ message: sentence, code: 'refused' }, { status: response.status })
      : response;
  };
}

function refusal(response: Response, host: string, { url, key }: Settings): string | null {
  if (response.ok) return null;
  if (response.status === 401) return `${host} refuses the key (401): check ${key}.`;
  const type = response.headers.get('content-type')?.split(';')[0] ?? 'nothing';
  return type.endsWith('json')
    ? null
    : `${host} answers ${response.status} with ${type}, as no running Supabase project does: check ${url}.`;
}

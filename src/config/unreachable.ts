/** Why a server cannot be reached, by the code of what Node's fetch gives as the cause. */
const CAUSES: [pattern: RegExp, words: string][] = [
  [/^(ENOTFOUND|EAI_NONAME)$/, 'there is no host of that name'],
  [/^EAI_/, 'its name cannot be looked up now'],
  [/^ECONNREFUSED$/, 'nothing listens there'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'there is no way to it from here'],
  [/TIMEDOUT|_TIMEOUT$|^TimeoutError$/, 'it does not answer in time'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'the connection broke'],
  [/CERT|SIGNATURE|ISSUER/, 'its certificate is not trusted'],
  [/SSL|TLS|^EPROTO$/, 'it does not speak TLS there'],
];

/**
 * One sentence for a request that got no answer: the host without keys or credentials, the cause, and what to check.
 * @param check the setting at fault, where there is one
 */
export function unreachable(url: string | URL, error: unknown, check?: string): string {
  const reason = codes(error)
    .map((code) => {
      const words = CAUSES.find(([pattern]) => pattern.test(code))?.[1];
      return words && `${words} (${code})`;
    })
    .find(Boolean);
  const advice = check ? ` Check ${check}, and that the project runs.` : '';
  return `${hostOf(url)} cannot be reached: ${reason ?? (lastMessage(error) || 'no reason is known')}.${advice}`;
}

/** The part of an address that is no secret. */
export function hostOf(url: string | URL): string {
  return URL.canParse(url) ? new URL(url).host : 'The address';
}

/** fetch says `fetch failed` and no more; what happened is in its causes, one for each address that was tried. */
function causes(error: unknown): object[] {
  const found: object[] = [];
  for (let at = error; at instanceof Object && !found.includes(at); at = Reflect.get(at, 'cause')) {
    found.push(at);
    const tried = Reflect.get(at, 'errors');
    if (Array.isArray(tried)) found.push(...tried.filter((one) => one instanceof Object));
  }
  return found;
}

const codes = (error: unknown): string[] =>
  causes(error).flatMap((one) =>
    ['code', 'name'].map((key) => Reflect.get(one, key)).filter((code) => typeof code === 'string'),
  );

function lastMessage(error: unknown): string {
  const messages = causes(error).map((one) => String(Reflect.get(one, 'message') ?? ''));
  return messages.filter(Boolean).at(-1)?.replace(/\.$/, '') ?? '';
}

import { Webhook } from 'standardwebhooks';

const MAX_ID_LENGTH = 200;

/**
 * The webhook's id when one of the secrets signed this body within the last five minutes, otherwise null.
 * @throws Error when a secret is not valid base64.
 */
export function verifyWebhook(
  secrets: readonly string[],
  headers: Headers,
  body: string,
): string | null {
  const id = headers.get('webhook-id') ?? '';
  const signed = Object.fromEntries(headers);
  const verifiers = secrets.map((secret) => new Webhook(secret));
  return id.length <= MAX_ID_LENGTH && verifiers.some((one) => accepts(one, signed, body))
    ? id
    : null;
}

function accepts(verifier: Webhook, headers: Record<string, string>, body: string): boolean {
  try {
    verifier.verify(body, headers, { jsonParse: false });
    return true;
  } catch {
    return false; // signed with another secret, or not at all
  }
}

/**
 * Standard Webhooks verification on Web Crypto alone, so that the function has no dependency to fetch.
 * Returns the webhook's id, or null when no secret signed this body within the last five minutes.
 */
export async function verifyWebhook(
  secrets: readonly string[],
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
  nowSeconds: number = Math.floor(Date.now() / 1000),
): Promise<string | null> {
  const id = headers.get('webhook-id') ?? '';
  const timestamp = headers.get('webhook-timestamp') ?? '';
  const signatures = headers.get('webhook-signature') ?? '';
  if (!id || id.length > 200 || !/^\d{1,12}$/.test(timestamp)) return null;
  if (Math.abs(nowSeconds - Number(timestamp)) > TOLERANCE_SECONDS) return null;

  const prefix = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(prefix.length + body.length);
  signed.set(prefix);
  signed.set(body, prefix.length);
  for (const secret of secrets) {
    const key = await importSecret(secret);
    for (const signature of signatures.split(' ')) {
      const [version, encoded] = signature.split(',');
      const bytes = version === 'v1' ? decodeBase64(encoded ?? '') : null;
      // Compares in constant time.
      if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return id;
    }
  }
  return null;
}

const TOLERANCE_SECONDS = 300;

function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''));
  if (!bytes || bytes.length < 16) throw new Error('A webhook secret is not valid base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

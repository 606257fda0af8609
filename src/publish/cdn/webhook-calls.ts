import { Webhook } from 'standardwebhooks';
import type { CdnSettings } from '#config/cdn.ts';
import type { CdnProtocol } from './purging.ts';

/** `{ urls }` or `{ all: true }`, signed as https://www.standardwebhooks.com says. */
export function webhookCalls({
  url,
  secret,
}: Extract<CdnSettings, { kind: 'webhook' }>): CdnProtocol {
  const signer = new Webhook(secret);
  return {
    name: 'The webhook of CDN_URL',
    most: 1000,
    atOnce: 1,
    seenAt: (seen) => ({ url: seen, headers: {} }),
    call: (what, id) => {
      const body = JSON.stringify(what === 'all' ? { all: true } : { urls: what });
      const now = new Date();
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signer.sign(id, now, body),
      };
      return { method: 'POST', url, headers, body };
    },
  };
}

import type { CdnSettings } from '#config/cdn.ts';
import { cloudflare } from './cloudflare.ts';
import { purgeRequests } from './purge-requests.ts';
import type { CdnProtocol } from './purging.ts';
import { webhookCalls } from './webhook-calls.ts';

/** How the configured CDN is asked to purge what has changed of the site at `origin`. */
export function protocolOf(settings: CdnSettings, origin: string): CdnProtocol {
  if (settings.kind === 'cloudflare') return cloudflare(settings);
  if (settings.kind === 'webhook') return webhookCalls(settings);
  return purgeRequests(settings, origin);
}

import { randomUUID } from 'node:crypto';
import type { Environment } from '#config/process/environment.ts';
import { askCdn } from '#publish/cdn/ask.ts';
import { protocolOf } from '#publish/cdn/protocol.ts';
import { send } from '#publish/cdn/send.ts';
import { answersOf, type Finding } from './finding.ts';
import { ask } from './setup.ts';

/** Whether the CDN purges what this configuration asks it to, shown by an address that nobody needs. */
export async function cdnFindings(
  { cdn, origin, buckets }: Pick<Environment, 'cdn' | 'origin' | 'buckets'>,
  served: boolean,
  sending = send,
): Promise<Finding[]> {
  if (!cdn) return [];
  const { ok, warn, fail } = answersOf('cdn');
  const protocol = protocolOf(cdn, origin);
  const answer = await askCdn(protocol, [`${origin}/doctor`], randomUUID(), sending);
  const purges =
    answer.kind === 'done'
      ? ok(`${protocol.name} purges what it is asked to.`)
      : fail(
          `${protocol.name} does not purge (${answer.reason}): see what .env.example says of CDN=${cdn.kind}.`,
        );
  // A bucket cannot say it: a rule of the CDN does.
  if (!served || buckets.site) return [purges];
  const { headers } = await ask(origin);
  return [
    purges,
    headers.has('cdn-cache-control')
      ? ok(`Pages of ${origin} tell it how long to keep them.`)
      : warn(`Pages of ${origin} carry no CDN-Cache-Control: start the server again with CDN set.`),
  ];
}

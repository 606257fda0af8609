import { AwsClient } from 'aws4fetch';
import type { CdnSettings } from '#config/cdn.ts';
import type { CdnProtocol } from './purging.ts';

const API = 'https://cloudfront.amazonaws.com/2020-05-31';

/**
 * https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_CreateInvalidation.html. An invalidation takes many
 * seconds and each path costs money: addresses are collected for longer, and sent once.
 */
export function cloudfront(settings: Extract<CdnSettings, { kind: 'cloudfront' }>): CdnProtocol {
  const { distribution, accessKeyId, secretAccessKey } = settings;
  const signer = new AwsClient({
    accessKeyId,
    secretAccessKey,
    service: 'cloudfront',
    region: 'us-east-1',
  });
  const url = `${API}/distribution/${distribution}/invalidation`;
  return {
    name: 'CloudFront',
    most: 1000,
    atOnce: 1,
    collectMs: 3000,
    again: false,
    call: async (what, id) => {
      const paths = what === 'all' ? ['/*'] : what.map((each) => new URL(each).pathname);
      const body = invalidation(paths, id);
      const headers = { 'content-type': 'text/xml' };
      const signed = await signer.sign(url, { method: 'POST', headers, body });
      return { method: 'POST', url, headers: Object.fromEntries(signed.headers), body };
    },
    // A 400 that passes when earlier ones are done.
    judge: (_, body) => (body.includes('TooManyInvalidationsInProgress') ? 'busy' : undefined),
  };
}

/** The reference tells a retry from another invalidation of the same paths. */
function invalidation(paths: readonly string[], reference: string): string {
  const items = paths.map((path) => `<Path>${escaped(path)}</Path>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?><InvalidationBatch xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><CallerReference>${reference}</CallerReference><Paths><Items>${items}</Items><Quantity>${paths.length}</Quantity></Paths></InvalidationBatch>`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll("'", '&apos;');

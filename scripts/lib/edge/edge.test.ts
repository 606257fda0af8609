import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#node/root.ts';
import { CDN_SECONDS } from '#site/served.ts';
import { cloudflareRules } from './cloudflare.ts';
import { varnishBucket } from './varnish.ts';

const file = (name: string) => path.join(ROOT, 'docs/deploy', name);
const ORIGIN = 'https://muro.example';

// After a change of the table: npx vitest run --config tests/vitest.config.ts scripts/lib/edge -u
test('the rules for Varnish before a bucket say what the table says', async () => {
  await expect(varnishBucket(ORIGIN)).toMatchFileSnapshot(file('varnish-bucket.vcl'));
});

test('the rules for Cloudflare do, too', async () => {
  const text = `${JSON.stringify(cloudflareRules(ORIGIN), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(file('cloudflare.json'));
});

test('Varnish keeps what is old as long as the table says', () => {
  const text = readFileSync(file('varnish.vcl'), 'utf8');
  const { whileRevalidating, whileFailing } = CDN_SECONDS;
  const said = [...text.matchAll(/grace = (\d+)s;/g)].map(([, seconds]) => Number(seconds));
  expect(said).toEqual([whileRevalidating, whileFailing, whileFailing]);
});

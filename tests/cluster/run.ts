/**
 * `npm run test:cluster`: whatever is of several servers, buckets and a CDN, and at the end three servers that 16 clients
 * use while their processes are killed and their networks cut; a quarter of an hour at most.
 */
import path from 'node:path';
import { ROOT } from '#node/root.ts';
import { runTool } from '../../scripts/lib/tools.ts';

const PARTS = [
  'bucket',
  'lease',
  'several-servers',
  'sharing',
  'shared-',
  'roles',
  'cdn',
  'cluster/',
];

const ok = await runTool({
  title: 'Several servers of one site',
  script: path.join(ROOT, 'node_modules/vitest/vitest.mjs'),
  args: ['run', '--config', 'tests/vitest.config.ts', ...PARTS],
  env: { CLUSTER: 'long' },
});
process.exitCode = ok ? 0 : 1;

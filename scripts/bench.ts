/** `npm run bench`: the figures that this product is built for, each beside its peer, limit or goal in the same run. */
import { type Help, readArguments, refuse, seeHelp, WrongArguments } from './lib/arguments.ts';

const PARTS = [
  'publishing',
  'serving',
  'searching',
  'api',
  'desk',
  'matching',
  'uploads',
  'conversations',
  'wall-preview',
  'memory',
];
const HELP: Help = {
  usage: 'npm run bench -- [PARTS | web [PAGES] | growth [SIZES] | stores]',
  about:
    'Measures the product against peers, limits and goals, and writes test-results/bench.json.',
  rows: [
    ['PARTS', `some of ${PARTS.slice(0, 6).join(', ')},`],
    ['', PARTS.slice(6).join(', ')],
    ['web', 'Lighthouse (a phone, HTTP/2) on the pages and on the same content written by hand;'],
    ['', 'as in "web home artist". RUNS=5 for more runs. bench-web.json'],
    ['growth', 'what 1,000 to 1,000,000 artists cost, in memory (up to 14 GB);'],
    ['', 'as in "growth 1000 100000". bench-growth.json'],
    ['stores', 'the site on the disk, in a bucket, and behind Varnish. bench-stores.json'],
  ],
};

const { positionals } = readArguments(HELP, { words: Number.POSITIVE_INFINITY });
const [part = '', ...rest] = positionals;
const alone = ['web', 'growth', 'stores'].includes(part);
const unknown = alone ? wrongWord() : positionals.find((word) => !PARTS.includes(word));
if (unknown !== undefined)
  refuse(new WrongArguments(`There is no "${unknown}" to measure. ${seeHelp(HELP)}`));
if (alone) process.argv.splice(2, 1);
if (part === 'web') await import('./bench/web.ts');
else if (part === 'growth') await import('./bench/growth.ts');
else if (part === 'stores') await import('./bench/stores.ts');
else await import('./bench/bench.ts');

function wrongWord(): string | undefined {
  if (part === 'growth') return rest.find((size) => !/^[1-9]\d*$/.test(size));
  return part === 'stores' ? rest[0] : undefined;
}

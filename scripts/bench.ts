/** `npm run bench`: the figures that this product is built for, each beside its peer, limit or goal in the same run. */
import { type Help, readArguments, refuse, seeHelp, WrongArguments } from './lib/arguments.ts';

const PARTS = ['serving', 'api', 'saves', 'memory', 'start', 'growth'];
const HELP: Help = {
  usage: 'npm run bench -- [PARTS | pages [PAGES]]',
  about:
    'Measures the product against peers, limits and goals, and writes test-results/bench.json.',
  rows: [
    ['PARTS', `some of ${PARTS.join(', ')}`],
    ['pages', 'Lighthouse (a phone, HTTP/2) on the pages and on the same content written by hand;'],
    ['', 'as in "pages home artist". RUNS=5 for more runs. bench-pages.json'],
  ],
};

const { positionals } = readArguments(HELP, { words: Number.POSITIVE_INFINITY });
const alone = positionals[0] === 'pages';
const unknown = alone ? undefined : positionals.find((word) => !PARTS.includes(word));
if (unknown !== undefined)
  refuse(new WrongArguments(`There is no "${unknown}" to measure. ${seeHelp(HELP)}`));
if (alone) {
  process.argv.splice(2, 1);
  await import('./bench/pages.ts');
} else await import('./bench/bench.ts');

/**
 * `npm run bench`: the figures that this product is built for, each beside its peer, limit or goal in the same run.
 * `npm run bench -- serving` runs one part: publishing, serving, searching, api, desk, events, matching, uploads,
 * conversations, wall-preview or memory. Writes test-results/bench.json.
 *
 * `npm run bench -- web` is a run of its own: Lighthouse (a phone, HTTP/2) on the product's pages, and on the same
 * content written by hand for speed alone, taking turns. `npm run bench -- web home artist` measures some of them.
 * RUNS=5 for more runs. Writes test-results/bench-web.json.
 *
 * `npm run bench -- growth` is another: what 1,000 to 1,000,000 artists cost, by a directory in memory, which takes up
 * to 14 GB. `npm run bench -- growth 1000 100000` measures some sizes. Writes test-results/bench-growth.json.
 *
 * `npm run bench -- stores` compares the site on the disk, in a bucket, and in a bucket behind Varnish, and says what a
 * process of each role takes. Writes test-results/bench-stores.json.
 */
const [, , part] = process.argv;
if (part === 'web' || part === 'growth' || part === 'stores') process.argv.splice(2, 1);
if (part === 'web') await import('./bench/web.ts');
else if (part === 'growth') await import('./bench/growth.ts');
else if (part === 'stores') await import('./bench/stores.ts');
else await import('./bench/bench.ts');

// Without an import of its own, a module only by this.
export {};

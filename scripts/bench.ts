/**
 * `npm run bench`: the figures that this product is built for, each beside its peer, limit or goal in the same run.
 * `npm run bench -- serving` runs one part: publishing, serving, searching, api, desk, events, matching, uploads,
 * conversations, wall-preview or memory. Writes test-results/bench.json.
 *
 * `npm run bench -- web` is a run of its own: Lighthouse (a phone, HTTP/2) on the product's pages, and on the same
 * content written by hand for speed alone, taking turns. `npm run bench -- web home artist` measures some of them.
 * RUNS=5 for more runs. Writes test-results/bench-web.json.
 */
if (process.argv[2] === 'web') {
  process.argv.splice(2, 1);
  await import('./bench/web.ts');
} else await import('./bench/bench.ts');

// Without an import of its own, a module only by this.
export {};

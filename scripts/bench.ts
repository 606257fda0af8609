/**
 * `npm run bench`: the figures that this product is built for, each beside its peer, limit or goal in the same run.
 * `npm run bench -- serving` runs one part: publishing, serving, searching, api, desk, events, matching, uploads,
 * conversations, wall-preview or memory. Writes test-results/bench.json.
 */
import './bench/bench.ts';

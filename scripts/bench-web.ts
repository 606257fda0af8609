/**
 * `npm run bench:web`: Lighthouse (a phone, HTTP/2) on the product's pages, and on the same content written by hand
 * for speed alone, taking turns. `npm run bench:web -- home artist` measures some of them. RUNS=5 for more runs.
 * Writes test-results/bench-web.json.
 */
import './bench/web.ts';

/**
 * `npm run paint`: paints the pictures of the demo that are not kept yet or would look different now, and encodes all
 * that pages use of them; with `--all` every one. A first start then paints and encodes nothing.
 */
import { keepPictures } from './lib/keep-pictures.ts';

const { painted, removed, kept, bytes } = await keepPictures({
  all: process.argv.includes('--all'),
  log: (line) => console.error(line),
});
console.log(
  `${painted} painted, ${removed} file(s) removed, ${kept} kept: ${(bytes / 1e6).toFixed(1)} MB in all.`,
);

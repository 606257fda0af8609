import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { coreFonts, FONTS_DIR, unicodeRanges } from '../../scripts/lib/core-fonts.ts';

it('the small fonts are those that `node scripts/run.cjs fonts` makes of the faces', async () => {
  const made = await coreFonts();
  expect((await readdir(FONTS_DIR)).sort()).toEqual([...made.keys()].sort());
  for (const [name, bytes] of made) {
    const same = (await readFile(path.join(FONTS_DIR, name))).equals(bytes);
    expect(same, name).toBe(true);
  }
});

it('the styles say which characters they have', async () => {
  const css = await readFile(path.join(FONTS_DIR, '../theme.css'), 'utf8');
  const faces = [
    ...css.matchAll(/url\("\.\/fonts\/([^"]+)"\) format\("woff2"\);\s*unicode-range:\s*([^;]+);/g),
  ];
  const ranges = unicodeRanges();
  expect(new Set(faces.map(([, file]) => file))).toEqual(new Set(ranges.keys()));
  // Two of letters, and the signs for both of them.
  expect(faces).toHaveLength(4);
  for (const [, file = '', range] of faces) expect(range, file).toBe(ranges.get(file));
});

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { coreFonts, coreRange, FONTS_DIR } from '../../scripts/lib/core-fonts.ts';

it('the small fonts are those that `npm run fonts` makes of the faces', async () => {
  const made = await coreFonts();
  expect((await readdir(FONTS_DIR)).sort()).toEqual([...made.keys()].sort());
  for (const [name, bytes] of made) {
    const same = (await readFile(path.join(FONTS_DIR, name))).equals(bytes);
    expect(same, name).toBe(true);
  }
});

it('the styles say which characters they have', async () => {
  const css = await readFile(path.join(FONTS_DIR, '../theme.css'), 'utf8');
  const ranges = [
    ...css.matchAll(/-core\.woff2"\) format\("woff2"\);\s*unicode-range:\s*([^;]+);/g),
  ];
  expect(ranges.map(([, range]) => range)).toEqual([coreRange(), coreRange()]);
});

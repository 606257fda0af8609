/** `node scripts/run.cjs fonts`: makes the small fonts in src/styles/fonts anew, after a new version of the faces. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { coreFonts, FONTS_DIR, unicodeRanges } from './lib/core-fonts.ts';

for (const [name, font] of await coreFonts()) {
  await writeFile(path.join(FONTS_DIR, name), font);
  console.log(`${name}: ${font.length} bytes`);
}
for (const [name, range] of unicodeRanges()) console.log(`unicode-range of ${name}: ${range}`);

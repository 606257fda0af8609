/** `node scripts/run.cjs fonts`: makes the small fonts in src/styles/fonts anew, after a new version of the faces. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readArguments } from './lib/arguments.ts';
import { coreFonts, FONTS_DIR, unicodeRanges } from './lib/core-fonts.ts';

readArguments({
  usage: 'node scripts/run.cjs fonts',
  about: 'Makes the small fonts in src/styles/fonts anew, after a new version of the faces.',
});
for (const [name, font] of await coreFonts()) {
  await writeFile(path.join(FONTS_DIR, name), font);
  console.log(`${name}: ${font.length} bytes`);
}
for (const [name, range] of unicodeRanges()) console.log(`unicode-range of ${name}: ${range}`);

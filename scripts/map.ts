/** `node scripts/run.cjs map`: makes the shapes and places in src/features/map anew, after a new version of their packages. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '#node/root.ts';
import { readArguments } from './lib/arguments.ts';
import { mapFiles } from './lib/map-data.ts';

readArguments({
  usage: 'node scripts/run.cjs map',
  about:
    'Makes the shapes and places in src/features/map anew, after a new version of their packages.',
});
for (const [name, text] of Object.entries(mapFiles())) {
  await writeFile(path.join(ROOT, 'src/features/map', name), text);
  console.log(`${name}: ${text.length} bytes`);
}

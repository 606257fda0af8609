/**
 * `node scripts/run.cjs lock`: takes from package-lock.json which Node each package asks for. npm would compare that
 * with the Node it runs on itself, warn, and leave optional packages out, while all of them run on the Node that the product brings.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '#node/root.ts';
import { readArguments } from './lib/arguments.ts';

readArguments({
  usage: 'node scripts/run.cjs lock',
  about: 'Takes from package-lock.json which Node each package asks for; run it after npm install.',
});

const file = path.join(ROOT, 'package-lock.json');
const lock: { packages: Record<string, { engines?: unknown }> } = JSON.parse(
  await readFile(file, 'utf8'),
);
for (const [folder, about] of Object.entries(lock.packages)) if (folder) delete about.engines;
await writeFile(file, `${JSON.stringify(lock, null, 2)}\n`);

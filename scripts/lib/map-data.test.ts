import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '#node/root.ts';
import { mapFiles } from './map-data.ts';

it('the map is what `node scripts/run.cjs map` makes of its packages', async () => {
  for (const [name, text] of Object.entries(mapFiles())) {
    const kept = await readFile(path.join(ROOT, 'src/features/map', name), 'utf8');
    expect(kept === text, name).toBe(true);
  }
});

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { listFiles } from '#node/files.ts';
import { testBundle } from '#tests/support/bundle.ts';
import { STATIC_IMPORT } from '#ui/lost.ts';

/** What the element around islands (src/ui/island.ts) counts on in scripts as they are published. */
const { clientDir } = await testBundle();

it('finds in a script the imports that are there, and takes nothing else for one', async () => {
  const scripts = (await listFiles(path.join(clientDir, '_astro'))).filter((f) =>
    f.endsWith('.js'),
  );
  let count = 0;
  for (const file of scripts) {
    const text = await readFile(path.join(clientDir, '_astro', file), 'utf8');
    const found = [...text.matchAll(STATIC_IMPORT)].map(([, name]) => path.posix.join(name ?? ''));
    count += found.length;
    expect(
      found.filter((name) => !scripts.includes(name)),
      file,
    ).toEqual([]);
    // As many as the parser of the bundler wrote.
    const written = text.match(/(?:^|[;}\n])import[^(]*?from["'`]\.\//g)?.length ?? 0;
    expect(found.length, file).toBeGreaterThanOrEqual(written);
  }
  expect(count).toBeGreaterThan(20);
});

it('fetches every script ahead that is imported later, also one that imports nothing', async () => {
  for (const file of await listFiles(path.join(clientDir, '_astro'))) {
    if (!file.endsWith('.js')) continue;
    const text = await readFile(path.join(clientDir, '_astro', file), 'utf8');
    expect(text, file).not.toMatch(/import\([^)]*\)[^;]{0,80},\[\]\)/);
  }
});

/** `npm run build`: the whole site into `dist/` (or OUT_DIR), for any static host. */
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { readEnvironment } from '#config/process/environment.ts';
import { linkFile } from '#node/files.ts';
import { ROOT } from '#node/root.ts';
import { fullBuild } from '#publish/process/full-build.ts';
import { mediaDir, sourceOf } from '#publish/process/source.ts';
import { writeHostFiles } from '#publish/rendering/static-host.ts';
import { openBackend, unserved } from '#server/process/backend.ts';
import { readArguments } from './lib/arguments.ts';
import { run } from './lib/cli.ts';

readArguments({
  usage: 'npm run build',
  about: 'Writes the static site to dist/, or OUT_DIR, for any static host.',
});
// React chooses its fast build by this when it is loaded.
process.env.NODE_ENV = 'production';

await run(async (log) => {
  const env = readEnvironment(process.env);
  const outDir = path.resolve(ROOT, process.env.OUT_DIR || 'dist');
  const draft = `${outDir}.${process.pid}.tmp`;
  const backend = await openBackend(unserved(env), log);
  try {
    const built = await fullBuild(sourceOf(env, backend), draft, log, { previews: true });
    await addMedia(mediaDir(env.dataDir), path.join(draft, 'media'), built.media);
    await writeHostFiles(draft, env.origin, built);
    await rm(outDir, { recursive: true, force: true });
    await rename(draft, outDir);
    log(`${built.pages} pages in ${outDir} (${JSON.stringify(built.ms)} ms)`);
  } finally {
    await rm(draft, { recursive: true, force: true });
    await backend.stop();
  }
});

/** Hard links where the file system allows it: the variants never change. */
async function addMedia(from: string, to: string, names: readonly string[]): Promise<void> {
  for (const name of new Set(names))
    if (/\.(avif|webp|jpg)$/.test(name)) await linkFile(path.join(from, name), path.join(to, name));
}

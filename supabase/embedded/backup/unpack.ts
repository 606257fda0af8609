import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { StartupError } from '../base/errors.ts';
import type { ArchiveEntry } from './read-archive.ts';

/**
 * Writes one entry of an archive below `folder`, closed to others.
 * @throws StartupError for a name that leads out of it.
 */
export async function unpackEntry(folder: string, { name, content }: ArchiveEntry): Promise<void> {
  const target = path.resolve(folder, name);
  if (!target.startsWith(folder + path.sep))
    throw new StartupError(`The archive has a file with the name ${name}, which leads out of it.`);
  if (name.endsWith('/')) {
    for await (const _ of content);
    await mkdir(target, { recursive: true, mode: 0o700 });
    return;
  }
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  await pipeline(content, createWriteStream(target, { mode: 0o600 }));
}

/** Unpacks the image that PGlite has made of its files, and removes it. */
export async function unpackImage(image: string, folder: string): Promise<void> {
  const entries = Readable.toWeb(createReadStream(image)).pipeThrough(
    createTarDecoder({ strict: true }) as never,
  ) as ReadableStream<ParsedTarEntry>;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for await (const { header, body } of entries) {
    const ending = header.type === 'directory' && !header.name.endsWith('/') ? '/' : '';
    await unpackEntry(folder, { name: `./${header.name}${ending}`, content: body });
  }
  await rm(image);
}

import { createReadStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { causeOfCode } from '#node/causes.ts';
import { codeOf } from '#node/errors.ts';
import { StartupError } from '../base/errors.ts';

const CHUNK = 1 << 20;

export interface ArchiveEntry {
  /** With a slash at its end for a folder. */
  name: string;
  content: AsyncIterable<Uint8Array>;
}

/**
 * Reads an archive from its beginning to its end.
 * @param take gets each entry, and has to read its content.
 * @param progress gets how many bytes of the file were read.
 * @throws StartupError when the file cannot be read, is no archive of ours or is damaged; and whatever `take` throws.
 */
export async function readArchive(
  file: string,
  take: (entry: ArchiveEntry) => Promise<void>,
  progress: (bytes: number) => void = () => {},
): Promise<void> {
  const input = createReadStream(file, { highWaterMark: CHUNK });
  const decoder = createTarDecoder({ strict: true });
  let cause: unknown;
  let read = 0;
  input.on('data', (part) => {
    read += part.length;
    progress(read);
  });
  const taking = takeAll(decoder.readable, async (entry) => {
    try {
      await take(entry);
    } catch (error) {
      cause ??= error instanceof Unreadable ? failure(file, error) : error;
      input.destroy(error as Error);
      throw error;
    }
  });
  const feeding = pipeline(
    input,
    createZstdDecompress({ chunkSize: CHUNK }),
    Writable.fromWeb(decoder.writable as never),
  ).catch((error) => {
    cause ??= failure(file, error);
  });
  await Promise.all([feeding, taking.catch((error) => (cause ??= failure(file, error)))]);
  if (cause) throw cause;
}

/** Stands for whatever the stream says in the middle of an entry. */
class Unreadable extends Error {}

function failure(file: string, error: unknown): Error {
  const system = causeOfCode(codeOf(error));
  return new StartupError(
    system
      ? `${file} cannot be read: ${system}.`
      : `${file} is damaged or no backup of this product: it cannot be read to its end. Take another one.`,
  );
}

async function takeAll(
  entries: ReadableStream<ParsedTarEntry>,
  take: (entry: ArchiveEntry) => Promise<void>,
): Promise<void> {
  for await (const { header, body } of entries)
    await take({ name: header.name, content: readable(body) });
}

async function* readable(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch {
    throw new Unreadable();
  }
}

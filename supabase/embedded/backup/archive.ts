import { createWriteStream, existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { createTarPacker } from 'modern-tar';
import { causeOf } from '#node/causes.ts';
import { codeOf } from '#node/errors.ts';
import { StartupError } from '../base/errors.ts';

const CHUNK = 1 << 20;
/** Its checksum tells an archive that was damaged or cut short. */
const ZSTANDARD = {
  [constants.ZSTD_c_checksumFlag]: 1,
  [constants.ZSTD_c_compressionLevel]: 3,
};

export interface ArchiveWriter {
  bytes(name: string, content: string | Uint8Array): Promise<void>;
  folder(name: string): Promise<void>;
  /** A file as long as it is at this moment, whatever happens to it meanwhile; false when it is gone. */
  file(name: string, source: string): Promise<boolean>;
}

/**
 * Writes a tar archive, compressed with Zstandard, that only its owner can read: it holds keys. It appears complete or
 * not at all. Gives its size.
 * @throws StartupError when there is such a file already or none can be written.
 */
export async function writeArchive(
  file: string,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<number> {
  if (existsSync(file))
    throw new StartupError(`${file} is there already. Name another file, or remove that one.`);
  const draft = `${file}.${process.pid}.partial`;
  const { archive, readable, controller } = pack();
  const output = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  let cause: unknown;
  output.once('error', (error) => {
    cause ??= new StartupError(`The backup cannot be written to ${file}: ${causeOf(error)}.`);
  });
  const filling = fill(archive)
    .then(() => controller.finalize())
    .catch((error) => {
      cause ??= error;
      controller.error(error);
    });
  const compress = createZstdCompress({ params: ZSTANDARD, chunkSize: CHUNK });
  const writing = pipeline(Readable.fromWeb(readable as never), compress, output).catch((error) => {
    cause ??= error;
  });
  await Promise.all([filling, writing]);
  if (cause === undefined) await rename(draft, file);
  else await rm(draft, { force: true }).catch(() => {});
  if (cause !== undefined) throw cause;
  return (await stat(file)).size;
}

function pack() {
  const { readable, controller } = createTarPacker();
  const add = async (
    name: string,
    size: number,
    content: Iterable<Buffer> | AsyncIterable<Buffer>,
  ) => {
    const type = name.endsWith('/') ? 'directory' : 'file';
    const writer = controller.add({ name, size, type }).getWriter();
    for await (const part of content) await writer.write(part);
    await writer.close();
  };
  const archive: ArchiveWriter = {
    bytes: (name, content) => {
      const bytes = Buffer.from(content as Uint8Array);
      return add(name, bytes.length, [bytes]);
    },
    folder: (name) => add(`${name}/`, 0, []),
    file: async (name, source) => {
      const handle = await open(source).catch((error) => {
        if (codeOf(error) === 'ENOENT') return null;
        throw new StartupError(`${source} cannot be read: ${causeOf(error)}.`);
      });
      if (!handle) return false;
      try {
        const { size } = await handle.stat();
        await add(name, size, exactly(handle, size));
        return true;
      } finally {
        await handle.close();
      }
    },
  };
  return { archive, readable, controller };
}

/** So many bytes of a file: what was cut off meanwhile is zeros, what was added is left out. */
async function* exactly(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const part = Buffer.alloc(Math.min(CHUNK, size - at));
    const { bytesRead } = await handle.read(part, 0, part.length, at);
    yield bytesRead > 0 ? part.subarray(0, bytesRead) : part;
    at += bytesRead > 0 ? bytesRead : part.length;
  }
}

import { Zip, ZipPassThrough } from 'fflate';
import { exportMyData, ownFile } from './export.api.ts';

/** Files that are fetched at a time. */
const WIDTH = 3;

/**
 * Everything about the person as a ZIP: `data.json`, and beside it the pictures that it names. Nothing is compressed,
 * for pictures are already. Throws an AppError.
 * @param onProgress gets how many pictures are there, of how many
 */
export async function exportArchive(onProgress: (done: number, of: number) => void): Promise<Blob> {
  onProgress(0, 0);
  const data = await exportMyData();
  const archive = createArchive();
  const missing: string[] = [];
  let done = 0;
  onProgress(done, data.files.length);
  for (let at = 0; at < data.files.length; at += WIDTH) {
    await Promise.all(
      data.files.slice(at, at + WIDTH).map(async ({ bucket, path }) => {
        const name = `pictures/${bucket}/${path.slice(path.indexOf('/') + 1)}`;
        const file = await ownFile(bucket, path);
        if (file) archive.add(name, new Uint8Array(await file.arrayBuffer()));
        else missing.push(path);
        onProgress(++done, data.files.length);
      }),
    );
  }
  const text = JSON.stringify({ ...data, missing }, null, 2);
  archive.add('data.json', new TextEncoder().encode(text));
  return archive.end();
}

/** A ZIP as it grows. What is finished becomes a Blob at once, which a browser may keep on its disk. */
function createArchive() {
  const parts: Blob[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    parts.push(new Blob([chunk.slice()]));
  });
  return {
    add(name: string, bytes: Uint8Array): void {
      const entry = new ZipPassThrough(name);
      zip.add(entry);
      entry.push(bytes, true);
    },
    end(): Blob {
      zip.end();
      return new Blob(parts, { type: 'application/zip' });
    },
  };
}

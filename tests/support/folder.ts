import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

const remove = (folder: string) => rm(folder, { recursive: true, force: true });

/** The path of a folder that is there while the tests of this file or `describe` run, their own hooks included. */
export function folderOfFile(name: string): string {
  const folder = path.join(tmpdir(), `${name}${randomUUID().slice(0, 6)}`);
  beforeAll(async () => {
    await mkdir(folder, { mode: 0o700 });
  });
  afterAll(() => remove(folder));
  return folder;
}

/** A folder for one test, gone after the test's own hooks. */
export async function folderOfTest(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), name));
  onTestFinished(() => remove(folder));
  return folder;
}

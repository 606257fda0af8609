import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { smallDisk } from '#tests/embedded/small-disk.ts';
import { scratchFolder } from './scratch.ts';

let memory: string;
beforeEach(async () => {
  memory = await mkdtemp(path.join(tmpdir(), 'muro-memory-'));
});
afterEach(() => rm(memory, { recursive: true, force: true }));

it('lies in memory, for whoever runs databases too, and is empty', async () => {
  vi.spyOn(process, 'availableMemory').mockReturnValue(2 ** 40);
  const dir = await scratchFolder(memory);
  expect(path.dirname(dir)).toBe(memory);
  expect((await stat(dir)).mode & 0o1777).toBe(0o1777);
  expect(await readdir(dir)).toEqual([]);
});

it.each([
  ['there is little memory', 2 ** 30, ''],
  ['there is no such folder', 2 ** 40, 'none'],
])('lies on the disk where %s', async (_, available, folder) => {
  vi.spyOn(process, 'availableMemory').mockReturnValue(available);
  const dir = await scratchFolder(path.join(memory, folder));
  expect(path.dirname(dir)).toBe(tmpdir());
  await rm(dir, { recursive: true });
});

it('removes what killed runs have left, and nothing of those that go on or of others', async () => {
  vi.spyOn(process, 'availableMemory').mockReturnValue(2 ** 40);
  const others = [`muro-run-${process.pid}-running`, 'muro-run-x', 'somebody'];
  for (const name of ['muro-run-999999999-a', ...others])
    await mkdir(path.join(memory, name, 'x'), { recursive: true });
  const dir = await scratchFolder(memory);
  expect((await readdir(memory)).sort()).toEqual([path.basename(dir), ...others].sort());
});

const disk = smallDisk('1m');
it.skipIf(!disk.possible)(`removes a disk that a killed test has left ${disk.note}`, async () => {
  const run = path.join(memory, 'muro-run-999999999-b');
  await mkdir(run);
  vi.stubEnv('TMPDIR', run);
  await disk.mount();
  vi.unstubAllEnvs();
  vi.spyOn(process, 'availableMemory').mockReturnValue(2 ** 40);
  const dir = await scratchFolder(memory);
  expect(await readdir(memory)).toEqual([path.basename(dir)]);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { folderOfTest } from '#tests/support/folder.ts';
import { withLock } from './lock.ts';

let dir: string;
let file: string;
beforeEach(async () => {
  dir = await folderOfTest('muro-lock-');
  file = path.join(dir, 'lock');
});

/** Another process that holds the lock until it is killed. */
async function holder() {
  const code = `import { withLock } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)};
    await withLock(${JSON.stringify(file)}, () => {
      console.log('held');
      return new Promise(() => setInterval(() => {}, 1000));
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

it('runs one piece of work after the other, also after one that failed', async () => {
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    order.push(`${name} ends`);
    if (name === 'a') throw new Error('a failed');
  };
  const both = [withLock(file, work('a')), withLock(file, work('b'))];
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
  ]);
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

it('waits for another process, and no longer than that lives', async () => {
  const child = await holder();
  let done = false;
  const waiting = withLock(file, async () => {
    done = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(done).toBe(false);
  child.kill('SIGKILL');
  await waiting;
  expect(done).toBe(true);
});

it('is not held by a file that a crash left', async () => {
  await writeFile(file, '');
  expect(await withLock(file, async () => 'done')).toBe('done');
});

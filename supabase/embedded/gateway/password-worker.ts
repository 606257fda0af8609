/** Hashes and compares passwords on a thread of its own; `passwords.ts` starts it and talks to it. */

import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import bcrypt from 'bcryptjs';
import { messageOf } from '#node/errors.ts';

export type PasswordTask =
  | { kind: 'hash'; password: string; cost: number }
  | { kind: 'compare'; password: string; hash: string };

export type PasswordResult = { ok: true; value: string | boolean } | { ok: false; message: string };

// Requests go first. Only Linux has a priority for each thread; elsewhere this would slow the whole process.
if (process.platform === 'linux') setPriority(10);

parentPort?.on('message', (task: PasswordTask) => {
  parentPort?.postMessage(answer(task));
});

function answer(task: PasswordTask): PasswordResult {
  try {
    const value =
      task.kind === 'hash'
        ? bcrypt.hashSync(task.password, task.cost)
        : bcrypt.compareSync(task.password, task.hash);
    return { ok: true, value };
  } catch (error) {
    return { ok: false, message: messageOf(error) };
  }
}

/** Hashes and compares passwords on a thread of its own; `passwords.ts` starts it and talks to it. */

import { createHash } from 'node:crypto';
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

/** What bcrypt reads of a password, in bytes; it ignores the rest. */
const BCRYPT_BYTES = 72;

function answer(task: PasswordTask): PasswordResult {
  try {
    const password = fitting(task.password);
    const value =
      task.kind === 'hash'
        ? bcrypt.hashSync(password, task.cost)
        : bcrypt.compareSync(password, task.hash);
    return { ok: true, value };
  } catch (error) {
    return { ok: false, message: messageOf(error) };
  }
}

/**
 * A password as bcrypt can hold all of it: a longer one is replaced by its SHA-256, because the specification allows
 * 100 characters (section 5).
 */
function fitting(password: string): string {
  if (Buffer.byteLength(password) <= BCRYPT_BYTES) return password;
  return `sha256:${createHash('sha256').update(password).digest('base64')}`;
}

/** @module-tag starved */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { freePort } from '#node/free-port.ts';
import { folderOfTest } from '#tests/support/folder.ts';
import { type RunningProduct, startProduct } from '../support/product.ts';

const OTHERS = 24;
/** Only for a start that would never end: how long it takes depends on the machine. */
const GIVE_UP_MS = 60 * 60_000;
const AUTOGROUP = '/proc/sys/kernel/sched_autogroup_enabled';

let others: ChildProcess[] = [];
let product: RunningProduct | undefined;
afterEach(async () => {
  for (const other of others) other.kill('SIGKILL');
  await product?.stop();
});

/**
 * Processes that use all they get. Where sessions share the processors, each has a session of its own and the product
 * one among them; elsewhere each of the product's processes would have its share, and the others take precedence.
 */
function keepBusy(count: number): ChildProcess[] {
  const bySession = existsSync(AUTOGROUP) && readFileSync(AUTOGROUP, 'utf8').trim() === '1';
  if (!bySession)
    console.log('Sessions do not share the processors here: three times as many processes.');
  return Array.from({ length: bySession ? count : 3 * count }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { detached: true, stdio: 'ignore' }),
  );
}

it(
  `a first start beside ${OTHERS} busy processes ends ready, and nothing of it is killed`,
  async () => {
    const dataDir = await folderOfTest('muro-starved-');
    others = keepBusy(OTHERS);
    product = await startProduct({
      ...{ dataDir, port: await freePort(), env: { SEED: 'demo' } },
      ...{ detached: true, timeoutMs: GIVE_UP_MS },
    });
    expect((await fetch(`${product.origin}/artists`)).status).toBe(200);
    expect(product.output()).not.toMatch(/ended|starting it again|timeout|Warning/i);
  },
  GIVE_UP_MS + 60_000,
);

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Child, forkChild } from './child-process.ts';
import { type SpinWatch, watchForSpin } from './spin-watch.ts';

const LIMIT_MS = 3000;
let watch: SpinWatch;
afterEach(() => watch.stop());

describe('by the processor time that it had', () => {
  let killed: string[];
  let spent: number | null;
  let limit: number;
  /** Answers what it is asked, unless it holds what it owes. */
  let isSilent: boolean;
  let owed: (() => void)[];

  beforeEach(() => {
    vi.useFakeTimers();
    killed = [];
    spent = 0;
    limit = LIMIT_MS;
    isSilent = false;
    owed = [];
    const ping = () =>
      new Promise<void>((resolve) => {
        if (isSilent) owed.push(resolve);
        else resolve();
      });
    const kill = (reason?: string) => void killed.push(reason ?? '');
    watch = watchForSpin(
      { pid: 1, ping, kill },
      () => limit,
      async () => spent,
    );
  });
  afterEach(() => void vi.useRealTimers());

  /** So many seconds, in which it has this share of a processor. */
  const pass = async (seconds: number, share: number) => {
    for (let i = 0; i < 2 * seconds; i++) {
      if (spent !== null) spent += share * 500;
      await vi.advanceTimersByTimeAsync(500);
    }
  };

  it('ends one that spins, once', async () => {
    await pass(60, 1);
    isSilent = true;
    await pass(3, 1);
    expect(killed).toEqual([]);
    await pass(30, 1);
    expect(killed).toEqual(['it did not answer']);
  });

  it('waits for one that is starved until it has had as much, and no longer', async () => {
    isSilent = true;
    await pass(70, 0.04);
    expect(killed).toEqual([]);
    await pass(20, 0.04);
    expect(killed).toEqual(['it did not answer']);
  });

  it.each([0, null])('never ends one that waits (processor time %j)', async (share) => {
    if (share === null) spent = null;
    isSilent = true;
    await pass(3600, 0);
    expect(killed).toEqual([]);
    expect(owed).toHaveLength(1);
  });

  it('forgets a silence that has ended', async () => {
    for (let i = 0; i < 5; i++) {
      isSilent = true;
      await pass(2.5, 1);
      isSilent = false;
      for (const answer of owed.splice(0)) answer();
      await pass(1, 1);
    }
    expect(killed).toEqual([]);
    expect(watch.silentSince).toBeNull();
  });

  it('ends nothing that is starting', async () => {
    limit = Number.POSITIVE_INFINITY;
    isSilent = true;
    await pass(3600, 1);
    expect(killed).toEqual([]);
  });

  it('does not count while this process did not run itself: answers lie unread', async () => {
    isSilent = true;
    await pass(2, 1);
    const now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now + 60_000);
    await pass(0.5, 120);
    expect(killed).toEqual([]);
  });
});

describe('of a process', () => {
  let child: Child<never, string, string>;
  beforeEach(async () => {
    const script = new URL('../../tests/support/answering-child.ts', import.meta.url);
    child = forkChild({ name: 'The child', script, execArgv: [] });
    await child.ask('started');
    watch = watchForSpin(child, () => 300);
  });
  afterEach(async () => {
    child.kill();
    await child.ended;
  });

  it('ends one whose main thread spins', async () => {
    const asked = child.ask('spin');
    await expect(asked).rejects.toThrow('The child ended unexpectedly (it did not answer).');
  });

  it('leaves one alone that is stopped, and hears it again', async () => {
    process.kill(child.pid, 'SIGSTOP');
    const silent = watch.ask();
    await expect
      .poll(() => performance.now() - (watch.silentSince ?? performance.now()), { timeout: 30_000 })
      .toBeGreaterThan(3000);
    process.kill(child.pid, 'SIGCONT');
    await silent;
    expect(await child.ask('still there')).toBe('STILL THERE');
  });
});

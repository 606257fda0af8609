import { describe, expect, it } from 'vitest';
import { processorTime, toldByPs } from './processor-time.ts';

const work = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end; );
};

describe.runIf(process.platform !== 'win32')('the processor time of a process', () => {
  it('grows as it works', async () => {
    const before = (await processorTime(process.pid)) ?? Number.NaN;
    const used = process.cpuUsage();
    while (process.cpuUsage(used).user < 200_000) work(10);
    expect(before).toBeGreaterThan(0);
    expect(await processorTime(process.pid)).toBeGreaterThan(before + 50);
  });

  it('is nobody knows what for one that is gone', async () => {
    expect(await processorTime(2 ** 30)).toBeNull();
    expect(await toldByPs(2 ** 30)).toBeNull();
  });

  it('is the same by ps, which other systems have, of all threads', async () => {
    const { user, system } = process.cpuUsage();
    const said = await toldByPs(process.pid);
    expect(Math.abs((said ?? Number.NaN) - (user + system) / 1000)).toBeLessThan(3000);
  });
});

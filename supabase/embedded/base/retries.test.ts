import { describe, expect, it, vi } from 'vitest';
import { retried } from './retries.ts';
import { statusOfState } from './sqlstate.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });

describe('retried', () => {
  it.each(['40P01', '40001'])('runs what ended with %s twice more', async (code) => {
    const run = vi.fn<() => Promise<string>>().mockRejectedValue(failure(code));
    await expect(retried(run)).rejects.toMatchObject({ code });
    expect(run).toHaveBeenCalledTimes(3);
    // And then its sender may send it once more.
    expect(statusOfState(code)).toBe(503);
  });

  it('gives the first answer that comes', async () => {
    const run = vi.fn<() => Promise<string>>().mockRejectedValueOnce(failure('40P01'));
    run.mockResolvedValue('done');
    await expect(retried(run)).resolves.toBe('done');
    expect(run).toHaveBeenCalledTimes(2);
  });

  it.each(['40003', '55P03', '23503', '08006', 'PGRST'])('never repeats %s', async (code) => {
    const run = vi.fn<() => Promise<string>>().mockRejectedValue(failure(code));
    await expect(retried(run)).rejects.toMatchObject({ code });
    expect(run).toHaveBeenCalledTimes(1);
  });
});

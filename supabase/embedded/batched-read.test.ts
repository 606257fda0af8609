import type postgres from 'postgres';
import { expect, it } from 'vitest';
import { expectConnections } from './batched-read.ts';
import { StartupError } from './errors.ts';

const driver = (executed: unknown, link: unknown) =>
  ({
    unsafe: (_text: string, _params: unknown[], options: { onexecute(link: unknown): void }) => {
      if (link) options.onexecute(link);
      return Object.assign(Promise.resolve([]), { executed });
    },
  }) as unknown as postgres.Sql;

it('refuses a postgres.js whose connections are not as they are used', async () => {
  const link = { execute() {} };
  await expectConnections(driver(false, link));
  for (const other of [driver(undefined, link), driver(false, null), driver(false, {})]) {
    const refused = expectConnections(other);
    await expect(refused).rejects.toBeInstanceOf(StartupError);
    await expect(refused).rejects.toThrow(/^postgres \d.*batched-read\.ts/);
  }
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestBackend, testBackend } from '#tests/support/backend.ts';
import { ANON, form, submit } from './support/leads.ts';

let db: TestBackend;
beforeAll(async () => {
  db = await testBackend();
  await db.sql(
    `insert into private.settings values ('lead_ip_limit', '100000'), ('lead_email_limit', '5')`,
  );
});
afterAll(() => db?.stop());
beforeEach(() => db.sql('delete from private.rate_counters'));

describe('limits', () => {
  test('an e-mail may send 5 an hour here; the 6th is told when to come back', async () => {
    const email = 'busy@example.com';
    for (let n = 0; n < 5; n++)
      await submit(db, form({ email: n % 2 ? email : 'BUSY@example.com' }));
    const error = await submit(db, form({ email })).catch((e) => e);
    expect(JSON.parse(error.message)).toMatchObject({
      code: 'rate_limited',
      message: 'Too many requests. Please try again later.',
    });
    const { status, headers } = JSON.parse(error.detail);
    expect(status).toBe(429);
    expect(Number(headers['Retry-After'])).toBeGreaterThan(0);
    expect(Number(headers['Retry-After'])).toBeLessThanOrEqual(3600);
    expect((await submit(db, form())).replayed).toBe(false);
  });

  const from = (headers: Record<string, string>) => ({ ...ANON, headers });
  const limited = async (one: Record<string, string>, other: Record<string, string>) => {
    await db.sql(`update private.settings set value = '2' where key = 'lead_ip_limit'`);
    try {
      for (let n = 0; n < 2; n++) await submit(db, form(), from(one));
      return await submit(db, form(), from(other)).then(
        () => false,
        (error) => JSON.parse(error.message).code === 'rate_limited',
      );
    } finally {
      await db.sql(`update private.settings set value = '100000' where key = 'lead_ip_limit'`);
    }
  };
  const header = 'x-client-ip';
  test.each([
    ['one IPv4 address', { [header]: '198.51.100.7' }, { [header]: '198.51.100.7' }, true],
    ['two IPv4 addresses', { [header]: '198.51.100.7' }, { [header]: '198.51.100.8' }, false],
    ['one IPv6 /64', { [header]: '2001:db8::1' }, { [header]: '2001:db8::ffff:2' }, true],
    ['two IPv6 /64', { [header]: '2001:db8:0:1::1' }, { [header]: '2001:db8:0:2::1' }, false],
    ['IPv4 in IPv6', { [header]: '::ffff:198.51.100.7' }, { [header]: '198.51.100.7' }, true],
    [
      'two IPv4 in IPv6',
      { [header]: '::ffff:198.51.100.7' },
      { [header]: '::ffff:198.51.100.8' },
      false,
    ],
    ['nonsense', { [header]: 'you; drop table' }, { [header]: '999.1.1.1' }, true],
    [
      'a forged X-Forwarded-For',
      { [header]: '198.51.100.7', 'x-forwarded-for': '1.1.1.1' },
      { [header]: '198.51.100.7', 'x-forwarded-for': '2.2.2.2', 'cf-connecting-ip': '3.3.3.3' },
      true,
    ],
  ])('%s', async (_what, one, other, same) => {
    expect(await limited(one, other)).toBe(same);
  });

  test('no address is stored readably', async () => {
    await submit(db, form({ email: 'readable@example.com' }), from({ [header]: '203.0.113.9' }));
    const rows = await db.sql<{ bucket: string }>('select bucket from private.rate_counters');
    expect(rows.length).toBeGreaterThan(1);
    for (const { bucket } of rows) expect(bucket).toMatch(/^lead_(ip|email):[0-9a-f]{64}$/);
  });
});

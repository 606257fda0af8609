import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import { ROOT } from '#node/root.ts';
import { backendOfFile } from '#tests/support/backend.ts';
import { scratchTests } from './support/actors.ts';
import { setting as set, valueIn } from './support/read.ts';

const db = await backendOfFile();

const it = scratchTests(db);

const setting = async (tx: Queryable, key: string) =>
  (await valueIn<string | null>(tx, 'select private.setting($1)', [key])) ?? null;

describe('a setting', () => {
  it('is what an operator has set, in each way of setting it', async (tx) => {
    expect(await setting(tx, 'message_limit')).toBe('60');
    await tx.sql(`insert into private.settings values ('message_limit', '61')`);
    expect(await setting(tx, 'message_limit')).toBe('61');
    await set(tx, 'message_limit', '62');
    expect(await setting(tx, 'message_limit')).toBe('62');
    await tx.sql(`update private.settings set value = '63' where key = 'message_limit'`);
    expect(await setting(tx, 'message_limit')).toBe('63');
    await tx.sql(`delete from private.settings where key = 'message_limit'`);
    expect(await setting(tx, 'message_limit')).toBe('60');
    expect(
      await tx.sql(
        `select meaning <> '' as explained from private.setting_defaults where key = 'message_limit'`,
      ),
    ).toEqual([{ explained: true }]);
  });

  it('is its default where it is empty, no whole number or out of bounds', async (tx) => {
    for (const value of ['', 'sixty', '-1', '1.5', ' 60', '1e3', '9999999999']) {
      await set(tx, 'message_limit', value);
      expect(await setting(tx, 'message_limit')).toBe('60');
    }
    await tx.sql(
      `update private.setting_defaults set least = 5, most = 100 where key = 'message_limit'`,
    );
    const found: [string, string | null][] = [];
    for (const value of ['4', '5', '100', '101']) {
      await set(tx, 'message_limit', value);
      found.push([value, await setting(tx, 'message_limit')]);
    }
    expect(found).toEqual([
      ['4', '60'],
      ['5', '5'],
      ['100', '100'],
      ['101', '60'],
    ]);
    await set(tx, 'client_ip_header', '');
    expect(await setting(tx, 'client_ip_header')).toBe('cf-connecting-ip');
    expect(await setting(tx, 'webhook_url')).toBeNull();
  });

  it('follows another one until it is set itself', async (tx) => {
    await tx.sql(`delete from private.settings where key like 'lead\\_%'`);
    const limit = () => setting(tx, 'lead_total_limit');
    expect(await limit()).toBe('600');
    await set(tx, 'lead_ip_limit', '40');
    expect(await limit()).toBe('800');
    await set(tx, 'lead_total_limit', 'none');
    expect(await limit()).toBe('800');
    await set(tx, 'lead_ip_limit', '999999999');
    expect(await limit()).toBe('999999999');
    await set(tx, 'lead_total_limit', '9');
    expect(await limit()).toBe('9');
  });

  it('that nobody knows raises', async (tx) => {
    await set(tx, 'mesage_limit', '60');
    await expect(setting(tx, 'mesage_limit')).rejects.toThrow(
      'no setting has the key "mesage_limit"',
    );
  });
});

describe('all settings', () => {
  test('have a default that is none or within their bounds', async () => {
    const rows = await db.sql<{ key: string }>(`
      select key from private.setting_defaults where least is not null and follows is null
        and not coalesce(value ~ '^[0-9]{1,9}$' and value::int between least and most, false)
      union all select d.key from private.setting_defaults d where d.follows is not null
        and not exists (select from private.setting_defaults o where o.key = d.follows and o.least is not null and o.value is not null)
      union all select key from private.setting_defaults where meaning !~ '^[A-Z].*\\.$'`);
    expect(rows).toEqual([]);
  });

  test('are asked for by some function, or by another setting', async () => {
    expect(
      await db.sql(`
        select d.key from private.setting_defaults d
        where not exists (select from pg_proc p where p.prosrc ~ format($$private\\.(setting|setting_int|megabytes)\\('%s'\\)$$, d.key))
          and not exists (select from private.setting_defaults o where o.follows = d.key)`),
    ).toEqual([]);
  });

  test('are those of docs/operate.md, with these defaults', async () => {
    const text = readFileSync(path.join(ROOT, 'docs/operate.md'), 'utf8');
    const section = /^## Settings in the database\n(.*?)^## /ms.exec(text)?.[1] ?? '';
    const listed = [...section.matchAll(/^\| ((?:`[a-z_]+`(?:, )?)+) \| ([^|]+) \|/gm)].flatMap(
      ([, keys = '', value = '']) =>
        [...keys.matchAll(/[a-z_]+/g)].map(([key]) => [key, value.replaceAll('`', '')]),
    );
    const known = await db.sql<{ key: string; value: string | null }>(
      `select d.key, coalesce(d.value, o.value) as value
       from private.setting_defaults d left join private.setting_defaults o on o.key = d.follows`,
    );
    const values = new Map(known.map(({ key, value }) => [key, value]));
    expect(listed.map(([key]) => key).toSorted()).toEqual([...values.keys()].toSorted());
    const figures = listed.filter(([, value = '']) => /^\d+$/.test(value));
    expect(figures.length).toBeGreaterThan(20);
    for (const [key = '', value] of figures) expect([key, values.get(key)]).toEqual([key, value]);
  });
});

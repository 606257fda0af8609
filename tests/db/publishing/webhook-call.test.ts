import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { scratch } from '../support/actors.ts';
import { id, worldOfFile } from '../support/world.ts';

const db = await worldOfFile();

test('the webhook signature is that of Standard Webhooks', async () => {
  const secret = Buffer.from(
    'a very secret secret of more than sixty-four bytes, which is hashed first',
  ).toString('base64');
  for (const key of [secret, Buffer.from('short').toString('base64')]) {
    const [row] = await db.sql<{ signature: string }>(
      `select private.webhook_signature($1, 'msg_1', 1700000000, '{"a": 1}') as signature`,
      [`whsec_${key}`],
    );
    const mac = createHmac('sha256', Buffer.from(key, 'base64'))
      .update('msg_1.1700000000.{"a": 1}')
      .digest('base64');
    expect(row?.signature).toBe(`v1,${mac}`);
  }
});

test('a change calls pg_net once a transaction, signed; a broken pg_net breaks no change', async () => {
  await scratch(db, async (tx) => {
    await tx.sql('create schema net');
    await tx.sql('create table net.calls (url text, body jsonb, headers jsonb)');
    await tx.sql(
      `create function net.http_post(url text, body jsonb, headers jsonb) returns bigint language sql as 'insert into net.calls values (url, body, headers) returning 1::bigint'`,
    );
    await tx.sql(
      `insert into private.settings values ('webhook_url', 'https://site.example/hooks/rebuild'), ('webhook_secret', 'whsec_c2VjcmV0')`,
    );
    await tx.sql(`update public.artists set name = 'B' where id = $1`, [id('A2')]);
    await tx.sql(`update public.artists set name = 'C' where id = $1`, [id('A2')]);
    const calls = await tx.sql<{ url: string; headers: Record<string, string> }>(
      'select * from net.calls',
    );
    expect(calls).toHaveLength(1);
    const headers = calls[0]?.headers ?? {};
    const mac = createHmac('sha256', 'secret')
      .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.{"type": "site.changed"}`)
      .digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${mac}`);
  });
  await scratch(db, async (tx) => {
    await tx.sql('create schema net');
    await tx.sql(
      `insert into private.settings values ('webhook_url', 'https://site.example'), ('webhook_secret', 'c2VjcmV0')`,
    );
    await tx.sql(`update public.artists set name = 'B' where id = $1`, [id('A2')]);
    expect(await tx.sql('select name from public.artists where id = $1', [id('A2')])).toEqual([
      { name: 'B' },
    ]);
  });
});

import { beforeEach, expect, test } from 'vitest';
import { call } from '../support/actors.ts';
import { ANON, form, select, submit } from '../support/leads.ts';
import { caller, id, worldOfFile } from '../support/world.ts';

interface Leased {
  id: string;
  kind: string;
  data: { link?: string };
}

const db = await worldOfFile();
beforeEach(() => db.sql('delete from private.mails'));

const lease = async (kind: string) => {
  await db.sql('update private.mails set next_attempt_at = now()');
  const rows = await call<Leased>(
    db,
    caller('service'),
    'select * from public.lease_mails(100, 60)',
  );
  return rows.find((row) => row.kind === kind);
};
const finish = (mail: Leased | undefined, ok: boolean) =>
  call(db, caller('service'), 'select public.finish_mail($1, $2, null, true)', [mail?.id, ok]);
const resend = (mail: Leased | undefined) =>
  call(db, caller('admin'), 'select public.resend_mail($1) as state', [mail?.id]);

async function ask() {
  const asked = form();
  const lead = await submit(db, asked);
  await select(db, lead.id, asked.claim, [id('A2')]);
  return lead;
}

test('a mail that is sent again has a link that opens the request, which the admin is not told', async () => {
  const lead = await ask();
  const first = await lease('request_confirmed');
  await finish(first, true);
  expect(
    await db.sql(`select payload ? 'link' as kept from private.mails where id = $1`, [first?.id]),
  ).toEqual([{ kept: false }]);
  const answer = await resend(first);
  expect(answer).toEqual([{ state: 'waiting' }]);
  const seen = [
    await call(db, caller('admin'), 'select public.admin_mails()'),
    await call(
      db,
      caller('admin'),
      `select public.admin_list_audit(null, null, 'at', true, 25, 0)`,
    ),
  ];
  expect(JSON.stringify(seen)).not.toContain(lead.token);
  expect((await lease('request_confirmed'))?.data.link).toBe(first?.data.link);
});

test('one that failed gets the newest link, for the one it had may be revoked', async () => {
  const lead = await ask();
  const failed = await lease('request_confirmed');
  await finish(failed, false);
  await db.sql('select private.renew_link($1)', [lead.id]);
  await resend(failed);
  const token = (await lease('request_confirmed'))?.data.link?.split('#')[1];
  expect(token).not.toBe(lead.token);
  await call(db, ANON, 'select public.track_request($1)', [token]);
});

test('one of a kind that carries no link gets none', async () => {
  await ask();
  const mail = await lease('lead_received');
  await finish(mail, true);
  await resend(mail);
  expect((await lease('lead_received'))?.data).not.toHaveProperty('link');
});

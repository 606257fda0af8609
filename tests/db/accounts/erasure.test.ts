import { describe, expect, test } from 'vitest';
import { call, codeOf, refusal } from '../support/actors.ts';
import { form, submit } from '../support/leads.ts';
import { valuesIn } from '../support/read.ts';
import { caller, id, upload, worldOfFile } from '../support/world.ts';

const db = await worldOfFile();

describe('deleting an account', () => {
  const leave = (who: 'artist2' | 'client' | 'newcomer' | 'admin') =>
    call(db, caller(who), 'select public.delete_my_account()');

  test('takes profile, uploads, the murals that show them, and the assignments; the rest stays', async () => {
    await db.sql(`update public.murals set image_url = $1 where id = $2`, [
      upload('portfolio-images', 'artist2', 'm.jpg'),
      id('M1'),
    ]);
    await db.sql(
      `insert into storage.objects (bucket_id, name) values ('portfolio-images', $1), ('portfolio-images', $2)`,
      [`${id('artist2')}/m.jpg`, `${id('artist')}/m.jpg`],
    );
    await leave('artist2');
    const left = (text: string) => valuesIn<string>(db, text);
    expect(await left('select slug as x from public.artists order by 1')).not.toContain('a2');
    expect(await left('select slug as x from public.murals order by 1')).toEqual(['m2', 'm3']);
    expect(await left('select name as x from storage.objects')).toEqual([`${id('artist')}/m.jpg`]);
    expect(
      await left(`select id as x from auth.users where email = 'artist2@example.com'`),
    ).toEqual([]);
    expect(
      await left(
        `select artist_id as x from public.lead_assignments where lead_id = '${id('L1')}'`,
      ),
    ).toEqual([id('A1')]);
    expect(
      await left(
        `select action as x from private.audit_log where subject = '${id('artist2')}' and action like 'account.%'`,
      ),
    ).toEqual(['account.deleted']);
  });

  test('removes the person from the leads, which the artists keep', async () => {
    const { id: made } = await submit(
      db,
      form({ name: 'Forget Me', email: 'forget@example.com' }),
      caller('client'),
    );
    await leave('client');
    const rows = await db.sql(
      'select name, email, created_by_user, project_description from public.leads where id = any ($1)',
      [[made, id('L1')]],
    );
    for (const table of ['request_details', 'site_facts'])
      expect(
        await db.sql(`select from public.${table} where lead_id = any ($1)`, [[made, id('L1')]]),
      ).toEqual([]);
    const gone = {
      name: '***',
      email: null,
      created_by_user: null,
      project_description: 'Removed at the request of the person who sent it.',
    };
    expect(rows).toEqual([gone, gone]);
    const dump = JSON.stringify([
      await db.sql('select * from public.lead_contacts'),
      await db.sql('select * from private.audit_log'),
    ]);
    expect(dump).not.toContain('forget@example.com');
    expect(dump).not.toContain('Forget Me');
  });

  test('takes the same with it when an operator deletes the account', async () => {
    const person = await db.signedIn('artist', 'operator-gone@example.com');
    const asked = await db.signedIn('client', 'asked@example.com');
    await person.client.rpc('ensure_artist_profile');
    await db.sql(
      `insert into storage.objects (bucket_id, name) values ('portfolio-images', $1 || '/x.webp')`,
      [person.id],
    );
    const details = form({ name: 'Erase Entirely', email: 'asked@example.com' });
    const { id: lead } = await submit(db, details, { role: 'authenticated', userId: asked.id });
    const admin = await db.signedIn('admin');
    const [profile] = await db.sql<{ id: string }>(
      'select id from public.artists where user_id = $1',
      [person.id],
    );
    await admin.client.from('artists').update({ public_visible: true }).eq('id', profile?.id);
    const names = () =>
      db.sql(`select detail from private.audit_log where subject = $1 and action like 'artist.%'`, [
        profile?.id,
      ]);
    expect(await names()).toMatchObject([{ detail: { name: 'Test artist' } }]);

    for (const { id: user } of [person, asked, admin]) {
      expect((await db.service().auth.admin.deleteUser(user)).error).toBeNull();
    }
    expect(await names()).toMatchObject([{ detail: { to: true } }]);
    expect(JSON.stringify(await names())).not.toContain('Test artist');
    expect(
      await db.sql(`select name from storage.objects where name like $1`, [`${person.id}/%`]),
    ).toEqual([]);
    const [left] = await db.sql(
      'select name, project_description from public.leads where id = $1',
      [lead],
    );
    expect(left).toEqual({
      name: '***',
      project_description: 'Removed at the request of the person who sent it.',
    });
    expect(JSON.stringify(await db.sql('select * from public.lead_contacts'))).not.toContain(
      'Erase Entirely',
    );
  });

  test('leaves a token that can do nothing more', async () => {
    expect((await refusal(leave('client'))).code).toBe('not_allowed');
    expect(await call(db, caller('client'), 'select * from public.leads')).toEqual([]);
    expect((await submit(db, form(), caller('client'))).replayed).toBe(false);
  });

  test('leaves the cities their covers', async () => {
    await db.sql(`update public.user_roles set role = 'admin' where user_id = $1`, [
      id('newcomer'),
    ]);
    const [cover, other] = ['cover.webp', 'other.webp'].map((name) => `${id('newcomer')}/${name}`);
    await db.sql(
      `insert into storage.objects (bucket_id, name) values ('portfolio-images', $1), ('portfolio-images', $2)`,
      [cover, other],
    );
    await db.sql(`update public.cities set cover_photo = $1 where slug = 'san-antonio-tx'`, [
      upload('portfolio-images', 'newcomer', 'cover.webp'),
    ]);
    await leave('newcomer');
    const left = await db.sql(`select name from storage.objects where name like $1`, [
      `${id('newcomer')}/%`,
    ]);
    expect(left).toEqual([{ name: cover }]);
  });

  test('is refused to the last admin', async () => {
    expect(await refusal(leave('admin'))).toMatchObject({ code: 'last_admin', status: 409 });
  });

  test('leaves one admin when two leave at once', async () => {
    const { client } = await db.signedIn('admin');
    const codes = await Promise.all([
      leave('admin').then(() => null, codeOf),
      client.rpc('delete_my_account').then(({ error }) => error?.code ?? null),
    ]);
    expect(codes.toSorted()).toEqual(['last_admin', null]);
  });
});

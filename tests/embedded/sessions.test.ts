import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Sessions } from '#embedded/sessions.ts';

const server = inject('databaseServer');
const ROLE = `guard_${process.pid}`;

describe.skipIf(!server)('sessions', () => {
  const connect = (max: number) => postgres(`${server}postgres`, { max, onnotice: () => {} });
  const control = connect(1);
  const driver = connect(3);
  const sessions = new Sessions(driver, { sessions: 2, waiting: 2 });

  beforeAll(async () => {
    await control.unsafe(
      `create role ${ROLE} nologin noinherit; create table public.${ROLE} (n int)`,
    );
  });
  afterAll(async () => {
    await driver.end({ timeout: 1 });
    await control.unsafe(`drop table public.${ROLE}; drop role ${ROLE}`);
    await control.end();
  });
  const rows = async () => (await control.unsafe(`select n from public.${ROLE}`)).length;

  it('sends a query together with the role that it takes', async () => {
    const session = await sessions.begin();
    session.send(`select set_config('role', '${ROLE}', true)`, [], false);
    const [row] = await session.run('select current_user as name');
    expect(row?.name).toBe(ROLE);
    expect(await session.commit()).toBe(true);
    session.release();
  });

  it('does nothing when the settings before a query fail', async () => {
    const session = await sessions.begin();
    session.send(`select set_config('role', '${ROLE}', true)`, [], false);
    session.send("select set_config('role', 'nobody_has_this', true)", [], false);
    await expect(session.run(`insert into public.${ROLE} values (1)`)).rejects.toMatchObject({
      code: '22023',
    });
    await session.rollback();
    session.release();
    expect(await rows()).toBe(0);
  });

  it('is another one after it was ended from outside, whatever it was doing', async () => {
    for (let i = 0; i < 4; i++) {
      const session = await sessions.begin();
      const [row] = await session.run('select pg_backend_pid() as pid');
      await control.unsafe('select pg_terminate_backend($1, 5000)', [row?.pid]);
      await expect(session.run('select 1')).rejects.toMatchObject({ code: '08006' });
      await session.rollback();
      session.release();
      const [next] = await sessions.run('select pg_backend_pid() as pid');
      expect(next?.pid).not.toBe(row?.pid);
    }
  });

  it('refuses a transaction that went on after a failure', async () => {
    const work = sessions.transaction(async (session) => {
      await session.run('select 1/0').catch(() => {});
    });
    await expect(work).rejects.toMatchObject({ code: '25P02' });
  });
});

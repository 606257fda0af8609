import { once } from 'node:events';
import { connect as dial } from 'node:net';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Sessions } from '#embedded/sessions/sessions.ts';

const server = inject('databaseServer');
const ROLE = `guard_${process.pid}`;

describe.skipIf(!server)('sessions', () => {
  const connect = (max: number) => postgres(`${server}postgres`, { max, onnotice: () => {} });
  let control: Sql;
  let driver: Sql;
  let sessions: Sessions;

  beforeAll(async () => {
    control = connect(1);
    driver = connect(3);
    sessions = new Sessions(driver, { sessions: 2, waiting: 20 });
    await control.unsafe(
      `create role ${ROLE} nologin noinherit; create table public.${ROLE} (n int);
       grant insert on public.${ROLE} to ${ROLE}`,
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

  /** Connections that end without a word instead of sending what `ends` says. */
  const losing = (max: number, ends: () => boolean) => {
    const socket = async () => {
      const { hostname, port } = new URL(server ?? '');
      const one = dial(Number(port), hostname);
      await once(one, 'connect');
      const write = one.write.bind(one) as (...args: unknown[]) => boolean;
      const opens = ([type]: Buffer) => type === 0 || type === 'p'.charCodeAt(0);
      one.write = (...args: unknown[]) => {
        if (opens(args[0] as Buffer) || !ends()) return write(...args);
        one.destroy();
        return true;
      };
      return one;
    };
    return postgres(`${server}postgres`, { max, fetch_types: false, socket } as object);
  };

  it('asks once more when a connection ends without a word, and runs nothing twice', async () => {
    let losses = 0;
    const own = losing(3, () => losses > 0 && losses-- > 0);
    const lossy = new Sessions(own, { sessions: 2, waiting: 20 });
    const written = () => lossy.transaction((session) => session.run('select 1'));
    const lost = { code: '08006' };
    expect(await written()).toHaveLength(1);
    losses = 1;
    expect(await written()).toHaveLength(1);
    losses = 1;
    await expect(lossy.run('select 1')).rejects.toMatchObject(lost);
    // What ends its session each time ends no more than two.
    losses = 3;
    await expect(written()).rejects.toMatchObject(lost);
    expect(losses).toBe(1);
    losses = 0;
    await own.end({ timeout: 1 });
  });

  it('asks once more when the session that it was given had been told to end', async () => {
    let losses = 0;
    const own = losing(1, () => losses > 0 && losses-- > 0);
    /** Its signals are late: the session answers before it ends. */
    const late = new Proxy(own, {
      get: (target, name) =>
        name === 'unsafe'
          ? (text: string, ...rest: []) =>
              /^select pg_(cancel|terminate)/.test(text)
                ? Promise.resolve([])
                : own.unsafe(text, ...rest)
          : Reflect.get(target, name),
    });
    const hasty = new Sessions(late, { sessions: 1, waiting: 20 });
    await hasty.run('select 1');
    const slow = hasty.run('select pg_sleep(1.5)', [], false, 100);
    await expect(slow).rejects.toMatchObject({ code: '08006' });
    losses = 1;
    expect(await hasty.run('select 1 as n')).toMatchObject([{ n: 1 }]);
    expect(losses).toBe(0);
    losses = 1;
    await expect(hasty.run('select 1')).rejects.toMatchObject({ code: '08006' });
    losses = 0;
    await own.end({ timeout: 1 });
  });

  it('throws a session away that does not answer, and needs none of its places', async () => {
    for (let i = 0; i < 3; i++) {
      const session = await sessions.begin();
      session.longestMs = 100;
      await expect(session.run('select pg_sleep(60)')).rejects.toMatchObject({ code: '08006' });
      await session.rollback();
      session.release();
    }
    const all = Array.from({ length: 6 }, () => sessions.run('select 1 as n'));
    expect((await Promise.all(all)).map(([row]) => row?.n)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('waits for no statement and no beginning longer than its limit, whoever asks', async () => {
    const application_name = `${ROLE}_limited`;
    const one = postgres(`${server}postgres`, {
      max: 2,
      onnotice: () => {},
      connection: { application_name },
    });
    const limited = new Sessions(one, { sessions: 1, waiting: 20 });
    limited.longestMs = 300;
    const late = { code: '08006' };
    await expect(limited.run('select pg_sleep(60)')).rejects.toMatchObject(late);
    limited.longestMs = 20_000;
    await limited.run('select 1');
    // Whichever of its connections is taken.
    const stopped = await control.unsafe(
      'select pid from pg_stat_activity where application_name = $1',
      [application_name],
    );
    for (const { pid } of stopped) process.kill(pid, 'SIGSTOP');
    try {
      limited.longestMs = 300;
      const nothing = async () => {};
      await expect(limited.transaction(nothing)).rejects.toMatchObject(late);
    } finally {
      for (const { pid } of stopped) process.kill(pid, 'SIGCONT');
    }
    limited.longestMs = 20_000;
    expect(await limited.transaction((session) => session.run('select 1 as n'))).toHaveLength(1);
    await one.end({ timeout: 1 });
  });

  it('refuses a transaction that went on after a failure', async () => {
    const work = sessions.transaction(async (session) => {
      await session.run('select 1/0').catch(() => {});
    });
    await expect(work).rejects.toMatchObject({ code: '25P02' });
  });
});

import { expect, it, vi } from 'vitest';
import { LiveSessions } from './live-sessions.ts';

const ID = '6f1c1c9e-6f0a-4b0e-9b7e-0d6f1f2a3b4c';

/** A database with one session, that counts how often it is asked. */
function database() {
  const state = { alive: true, asked: 0 };
  const sql = async <T>() => {
    state.asked += 1;
    return (state.alive ? [{}] : []) as T[];
  };
  return { state, sessions: new LiveSessions({ sql }) };
}

it('asks once for many calls, and again after some seconds', async () => {
  vi.useFakeTimers();
  const { state, sessions } = database();
  for (let i = 0; i < 20; i++) expect(await sessions.lives(ID)).toBe(true);
  expect(state.asked).toBe(1);
  vi.advanceTimersByTime(6000);
  state.alive = false;
  expect(await sessions.lives(ID)).toBe(false);
  vi.useRealTimers();
});

it('does not keep an answer that was asked for before the end', async () => {
  const asked = Promise.withResolvers<unknown[]>();
  let times = 0;
  const sql = async <T>() => (++times === 1 ? asked.promise : []) as Promise<T[]>;
  const sessions = new LiveSessions({ sql });
  const early = sessions.lives(ID);
  sessions.forget();
  asked.resolve([{}]);
  await early;
  expect(await sessions.lives(ID)).toBe(false);
});

it('asks nothing for what no session can be called', async () => {
  const { state, sessions } = database();
  expect(await sessions.lives("' or true")).toBe(false);
  expect(state.asked).toBe(0);
});

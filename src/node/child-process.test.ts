import { afterEach, expect, it } from 'vitest';
import { askChild, type Child, forkChild } from './child-process.ts';

const SCRIPT = new URL('../../tests/support/answering-child.ts', import.meta.url);
let child: Child<{ end: boolean }, string, string>;
let heard: unknown[];

function start() {
  heard = [];
  child = forkChild({
    name: 'The child',
    script: SCRIPT,
    execArgv: [],
    onMessage: (message) => heard.push(message),
  });
}
afterEach(async () => {
  child.kill();
  await child.ended;
});

it('answers each question with its answer, and passes messages on', async () => {
  start();
  expect(await Promise.all([child.ask('a'), child.ask('b')])).toEqual(['A', 'B']);
  expect(heard).toEqual([{ heard: 'a' }, { heard: 'b' }]);
});

it('throws what the other side threw', async () => {
  start();
  await expect(child.ask('refuse')).rejects.toMatchObject({
    name: 'Refused',
    message: 'The disk is full.',
    code: 'ENOSPC',
  });
  expect(await child.ask('still there')).toBe('STILL THERE');
});

it('fails what is not answered when the process ends, and whatever is asked later', async () => {
  start();
  const questions = [child.ask('hang'), child.ask('end')];
  for (const question of questions)
    await expect(question).rejects.toThrow('The child ended unexpectedly (exit code 3).');
  expect(child.connected).toBe(false);
  child.send({ end: true });
  await expect(child.ask('a')).rejects.toThrow('exit code 3');
});

it('fails what is asked of one that has ended before its connection has', async () => {
  start();
  expect(await child.ask('heir')).toBe('HEIR');
  child.kill();
  await child.ended;
  await expect(child.ask('a')).rejects.toThrow('The child ended unexpectedly (signal SIGKILL).');
});

it('tells why a process was killed', async () => {
  start();
  const question = child.ask('hang');
  child.kill('it did not answer');
  await expect(question).rejects.toThrow('The child ended unexpectedly (it did not answer).');
});

it('stops one that ends when it is told to, and kills one that does not', async () => {
  start();
  await child.stop({ end: true }, 60_000);
  expect(await child.ended).toBe('exit code 0');

  start();
  await child.ask('a');
  process.kill(child.pid, 'SIGSTOP');
  await child.stop({ end: true }, 50);
  expect(await child.ended).toBe('signal SIGKILL');
});

it('asks one question of a process that ends afterwards', async () => {
  expect(await askChild({ name: 'The child', script: SCRIPT }, 'once')).toBe('ONCE');
});

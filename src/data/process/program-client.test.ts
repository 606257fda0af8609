import { afterEach, expect, it, vi } from 'vitest';
import { programClient } from './program-client.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A project that gives these answers, one after the other. */
function answering(...answers: [status: number, body: unknown][]) {
  const left = [...answers];
  const sent = vi.fn(async () => {
    const [status, body] = left.shift() ?? [500, {}];
    return Response.json(body, { status });
  });
  vi.stubGlobal('fetch', sent);
  return { sent, client: programClient('http://127.0.0.1:1', 'key', 'KEY', false) };
}
const DEADLOCK: [number, unknown] = [500, { code: '40P01', message: 'deadlock detected' }];

it('sends a call again that met another one', async () => {
  const { sent, client } = answering(DEADLOCK, [200, 'done']);
  expect((await client.rpc('run_chores')).data).toBe('done');
  expect(sent).toHaveBeenCalledTimes(2);
});

it('does so twice, and then says what it was', async () => {
  const { sent, client } = answering(DEADLOCK, DEADLOCK, DEADLOCK, [200, 'done']);
  expect((await client.rpc('run_chores')).error?.code).toBe('40P01');
  expect(sent).toHaveBeenCalledTimes(3);
});

it('sends nothing else again', async () => {
  const { sent, client } = answering([500, { code: 'XX000', message: 'no' }], [200, 'done']);
  expect((await client.rpc('run_chores')).error?.code).toBe('XX000');
  expect(sent).toHaveBeenCalledTimes(1);
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { endOf, noteServerTime, serverNow } from './server-clock.ts';
import { sessionFetch } from './session-fetch.ts';

const HOUR = 3_600_000;
const API = 'https://site.example';
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
afterEach(() => vi.useRealTimers());

/** Answers in turn, and keeps what was sent. */
function server(...answers: Response[]) {
  const sent: (string | null)[] = [];
  const send = (async (_, init) => {
    sent.push(new Headers(init?.headers).get('Authorization'));
    return answers.shift() ?? Response.error();
  }) as typeof fetch;
  return { sent, send };
}

describe('a client with a session', () => {
  it('is told how long a session lasts and not when it ends', async () => {
    const session = { access_token: 'a', refresh_token: 'r', expires_in: 3600, expires_at: 1 };
    const { send } = server(Response.json(session));
    const answer = await sessionFetch(async () => null, send)(`${API}/auth/v1/token`);
    expect(await answer.json()).toEqual({ ...session, expires_at: undefined });
  });

  it('renews a token that is over, once, and sends the request again', async () => {
    const over = () => Response.json({ code: 'PGRST301', message: 'JWT expired' }, { status: 401 });
    const { sent, send } = server(over(), over());
    const renew = vi.fn(async () => 'new');
    const answer = await sessionFetch(renew, send)(`${API}/rest/v1/x`, bearer('old'));
    expect([answer.status, sent, renew.mock.calls]).toEqual([
      401,
      ['Bearer old', 'Bearer new'],
      [['old']],
    ]);
  });

  it('takes a refusal that has nothing to do with the token as it is', async () => {
    const { sent, send } = server(Response.json({ message: 'no' }, { status: 401 }));
    const renew = vi.fn(async () => 'new');
    await sessionFetch(renew, send)(`${API}/rest/v1/x`, bearer('old'));
    expect([sent.length, renew.mock.calls.length]).toEqual([1, 0]);
  });

  it('leaves the first answer where there is no other token', async () => {
    const { send } = server(Response.json({ message: 'JWT expired' }, { status: 401 }));
    const renew = () => Promise.reject(new Error('refused'));
    const answer = await sessionFetch(renew, send)(`${API}/rest/v1/x`, bearer('old'));
    expect(await answer.json()).toEqual({ message: 'JWT expired' });
  });
});

it.each([-24, -1, 1, 24])(
  'knows the server’s time with a clock %s h off, also once it is set right',
  (off) => {
    const real = Date.UTC(2026, 0, 9);
    vi.useFakeTimers({ now: real + off * HOUR, toFake: ['Date'] });
    noteServerTime(new Date(real).toUTCString());
    expect(Math.abs(serverNow() - real)).toBeLessThan(60_000);
    vi.setSystemTime(real);
    expect(Math.abs(serverNow() - real)).toBeLessThan(60_000);
  },
);

it('reads when a token ends, and nothing from what is none', () => {
  const token = `x.${btoa(JSON.stringify({ exp: 1_700_000_000 }))}.y`;
  expect([endOf(token), endOf('sb_publishable_x'), endOf('a.b.c')]).toEqual([1.7e12, null, null]);
});

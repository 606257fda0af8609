import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Language } from '#config/language.ts';
import { DeliveryError, MAIL_WIDTH, type MailMessage } from '#node/mail-transport.ts';
import type { LeasedMail, Outcome } from './mail-queue.ts';
import { MailWorker } from './mail-worker.ts';
import { renderMail } from './render.ts';

interface Row extends LeasedMail {
  state: 'waiting' | 'leased' | 'sent' | 'failed';
}

/** An outbox in memory, and a server that answers as told. */
function world(
  count: number,
  answer: (message: MailMessage) => Promise<string>,
  rendererOf: (language: Language) => Promise<typeof renderMail> = async () => renderMail,
) {
  const rows: Row[] = Array.from({ length: count }, (_, id) => ({
    id,
    kind: 'artist_welcome',
    message_id: `id-${id}`,
    address: `to-${id}@example.com`,
    attempts: 0,
    optional: true,
    forgotten: false,
    locale: 'en',
    data: { unsubscribe: `token-${id}` },
    state: 'waiting',
  }));
  const sent: MailMessage[] = [];
  const outcomes: Outcome[] = [];
  const lines: string[] = [];
  let atOnce = 0;
  let most = 0;
  const queue = {
    runChores: vi.fn(async () => {}),
    lease: vi.fn(async (limit: number) => {
      const due = rows.filter(({ state }) => state === 'waiting').slice(0, limit);
      for (const row of due) Object.assign(row, { state: 'leased', attempts: row.attempts + 1 });
      return due;
    }),
    keep: vi.fn(async () => {}),
    finish: vi.fn(async (id: number, outcome: Outcome) => {
      outcomes.push(outcome);
      const row = rows[id] as Row;
      row.state = outcome.ok ? 'sent' : outcome.permanent ? 'failed' : 'waiting';
    }),
  };
  const transport = {
    send: async (message: MailMessage) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      try {
        return await answer(message);
      } finally {
        atOnce -= 1;
        sent.push(message);
      }
    },
    verify: async () => {},
    close: () => {},
  };
  const worker = new MailWorker({
    queue,
    transport,
    rendererOf,
    origin: 'https://muro.example',
    domain: 'muro.example',
    log: (line) => void (line && lines.push(line)),
    restMs: 60,
  });
  workers.push(worker);
  const states = () => rows.map(({ state }) => state);
  return { worker, rows, queue, sent, outcomes, lines, states, most: () => most };
}

const workers: MailWorker[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});
const soon = () => new Promise((resolve) => setTimeout(resolve, 1));

describe('the worker of mails', () => {
  it('sends all that is due, a few at a time, under the identity that each has', async () => {
    const { worker, states, sent, most } = world(11, () => soon().then(() => '250 OK'));
    worker.wake();
    await expect.poll(() => states().every((state) => state === 'sent')).toBe(true);
    expect(most()).toBe(MAIL_WIDTH);
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(11);
    expect(sent[0]).toMatchObject({ to: 'to-0@example.com', messageId: 'id-0@muro.example' });
    expect(sent[0]?.headers?.['List-Unsubscribe']).toBe(
      '<https://muro.example/unsubscribe/token-0>',
    );
  });

  it('looks once more when it is woken while it works', async () => {
    const { worker, queue, rows } = world(1, async () => {
      if (rows.length === 1) rows.push({ ...(rows[0] as Row), id: 1, state: 'waiting' });
      worker.wake();
      return '250 OK';
    });
    queue.lease.mockImplementationOnce(async () => [rows[0] as Row]);
    worker.wake();
    await expect.poll(() => rows[1]?.state).toBe('sent');
  });

  it('gives up what the server refuses, and goes on with the others', async () => {
    const { worker, states, outcomes, lines } = world(3, async ({ to }) => {
      if (to.startsWith('to-1'))
        throw new DeliveryError('550 <to-1@example.com> unknown', 'refused');
      return '250 OK';
    });
    worker.wake();
    await expect.poll(states).toEqual(['sent', 'failed', 'sent']);
    expect(outcomes).toContainEqual({
      ok: false,
      answer: '550 <to-1@example.com> unknown',
      permanent: true,
    });
    // Logs name nobody.
    expect(lines.join()).toContain('Mail 1 (artist_welcome) was refused');
    expect(lines.join()).not.toContain('@');
  });

  it('leaves what the server wants later to a later time, without a rest for the others', async () => {
    let tries = 0;
    const { worker, states, outcomes } = world(2, async ({ to }) => {
      if (to.startsWith('to-0') && tries++ === 0) throw new DeliveryError('451 later', 'later');
      return '250 OK';
    });
    worker.wake();
    await expect.poll(states).toEqual(['sent', 'sent']);
    expect(outcomes[0]).toEqual({ ok: false, answer: '451 later', permanent: false });
  });

  it('rests while the server is away, tells it once, and goes on when it is back', async () => {
    let down = true;
    const { worker, states, sent, lines } = world(20, async () => {
      if (down) throw new DeliveryError('connect ECONNREFUSED', 'unreachable');
      return '250 OK';
    });
    worker.wake();
    // Soon: it rests for no longer than 60 ms.
    await expect.poll(() => sent.length, { interval: 1 }).toBe(MAIL_WIDTH);
    for (let i = 0; i < 20; i++) worker.wake();
    await soon();
    expect(sent.length).toBe(MAIL_WIDTH);
    await new Promise((resolve) => setTimeout(resolve, 70));
    worker.wake();
    await expect.poll(() => sent.length).toBe(2 * MAIL_WIDTH);
    expect(lines).toEqual(['Mails wait: connect ECONNREFUSED']);
    down = false;
    await new Promise((resolve) => setTimeout(resolve, 70));
    worker.wake();
    await expect.poll(() => states().every((state) => state === 'sent')).toBe(true);
  });

  it('counts an email as sent when the server took it three times and never answered', async () => {
    const { worker, states, sent, outcomes } = world(1, async () => {
      throw new DeliveryError('Connection closed', 'unknown');
    });
    worker.wake();
    await expect.poll(states).toEqual(['sent']);
    expect(sent).toHaveLength(3);
    expect(outcomes.map(({ permanent }) => permanent)).toEqual([false, false, false]);
  });

  it('goes on after one refusal of ours, and rests at the next in a row', async () => {
    const ours = new DeliveryError('550 5.4.5 quota', 'ours');
    let open = false;
    const { worker, states, sent, lines } = world(9, async ({ to }) => {
      if (open || to.startsWith('to-1')) return '250 OK';
      throw ours;
    });
    worker.wake();
    await expect.poll(() => lines).toEqual(['Mails wait: 550 5.4.5 quota']);
    expect(sent.length).toBeLessThanOrEqual(MAIL_WIDTH);
    expect(states()).not.toContain('failed');
    open = true;
    await new Promise((resolve) => setTimeout(resolve, 70));
    worker.wake();
    await expect.poll(() => states().every((state) => state === 'sent')).toBe(true);
  });

  it('keeps what is under way for as long as the server takes', async () => {
    vi.useFakeTimers();
    const answer = Promise.withResolvers<string>();
    const { worker, queue, states } = world(2, ({ to }) =>
      to.startsWith('to-0') ? answer.promise : Promise.resolve('250 OK'),
    );
    worker.wake();
    await vi.advanceTimersByTimeAsync(61_000);
    expect(queue.keep.mock.calls).toEqual(Array(3).fill([[0], 60]));
    answer.resolve('250 OK');
    await vi.advanceTimersByTimeAsync(0);
    expect(states()).toEqual(['sent', 'sent']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(queue.keep).toHaveBeenCalledTimes(3);
    vi.useRealTimers();
  });

  it('notes what has left as often as it takes', async () => {
    const { worker, queue, states, sent } = world(1, async () => '250 OK');
    queue.finish.mockRejectedValueOnce(new Error('the database is away'));
    worker.wake();
    await expect.poll(states).toEqual(['sent']);
    expect(sent).toHaveLength(1);
    expect(queue.finish).toHaveBeenCalledTimes(2);
  });

  it('gives up a mail that cannot be written', async () => {
    const { worker, rows, states, outcomes, sent } = world(1, async () => '250 OK');
    (rows[0] as Row).kind = 'unknown';
    worker.wake();
    await expect.poll(states).toEqual(['failed']);
    expect(outcomes).toMatchObject([{ ok: false, permanent: true }]);
    expect(sent).toEqual([]);
  });

  it('survives a database that is away', async () => {
    const { worker, queue, states, lines } = world(1, async () => '250 OK');
    queue.lease.mockRejectedValueOnce(new Error('Reading mails failed'));
    worker.wake();
    await expect.poll(() => lines).toEqual(['Mails wait: Reading mails failed']);
    await new Promise((resolve) => setTimeout(resolve, 70));
    worker.wake();
    await expect.poll(states).toEqual(['sent']);
  });

  it('ends with what it has begun, and begins nothing more', async () => {
    const { worker, states, sent } = world(9, () => soon().then(() => '250 OK'));
    worker.wake();
    await expect.poll(() => sent.length).toBeGreaterThan(0);
    await worker.stop();
    const left = sent.length;
    worker.wake();
    await soon();
    expect(sent.length).toBe(left);
    expect(states()).not.toContain('leased');
  });

  it('writes each in its language, and waits while one cannot be loaded', async () => {
    const loaded = vi
      .fn<(language: Language) => Promise<typeof renderMail>>()
      .mockRejectedValueOnce(new Error('no memory'))
      .mockResolvedValue((...args) => ({ ...renderMail(...args), subject: 'Hola' }));
    const { worker, rows, sent, states, outcomes, lines } = world(
      1,
      async () => '250 OK',
      (language) => (language === 'es' ? loaded(language) : Promise.resolve(renderMail)),
    );
    Object.assign(rows[0] as Row, { locale: 'es' });
    worker.wake();
    await vi.waitFor(() => expect(lines).toEqual(['Mails wait: no memory']));
    await vi.waitFor(() => expect(outcomes[0]).toMatchObject({ ok: false, permanent: false }));
    await vi.waitFor(() => {
      worker.wake();
      expect(states()).toEqual(['sent']);
    });
    expect(sent.map(({ subject }) => subject)).toEqual(['Hola']);
  });
});

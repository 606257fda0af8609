import { expect, it } from 'vitest';
import { type About, behind, jsonLog, type Log, partLog, stampedLine, toldOnce } from './log.ts';

async function lines(tell: (log: Log) => void): Promise<Record<string, unknown>[]> {
  const written: string[] = [];
  tell(await jsonLog({ write: (line) => void written.push(line) }));
  return written.map((line) => {
    expect(line).toMatch(/^\{[^\n]*\}\n$/);
    return JSON.parse(line);
  });
}

it('writes one object a line: time, level, event, request and duration', async () => {
  const about = { event: 'request.failed', level: 'error', request: 'abcd-1234', ms: 12 } as const;
  const [line] = await lines((log) => log('It failed,\nand said so.', about));
  expect(line).toEqual({ ...about, message: 'It failed,\nand said so.', time: expect.any(String) });
  expect(new Date(String(line?.time)).toISOString()).toBe(line?.time);
});

it('names events that have no name, tells warnings apart, and says which part spoke', async () => {
  const told = await lines((log) => {
    partLog(log, 'backend')('Preparing the database…');
    log('Warning: the disk is small.');
    log('', { event: 'mail.sent' });
  });
  expect(told).toMatchObject([
    { level: 'info', event: 'message', part: 'backend' },
    { level: 'warn', event: 'message' },
    { level: 'info', event: 'mail.sent' },
  ]);
  expect(told[2]).not.toHaveProperty('message');
});

it('tells nothing of a person, and nothing that opens something', async () => {
  const told = await lines((log) =>
    log('550 <ana@example.com> at https://muro.example/verify?token=canary', {
      cause: 'ana@example.com, sb_secret_canary',
      path: '/x?name=canary',
    }),
  );
  expect(JSON.stringify(told)).not.toMatch(/canary|ana@/);
});

it('tells an error with its code and its causes, once', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const error = new Error('fetch failed', { cause: refused });
  expect(behind(error)).toEqual({ code: 'ECONNREFUSED', cause: 'connect ECONNREFUSED' });
  expect(behind('a text')).toEqual({});
});

it('tells people of a trouble once, programs each time, and people of its end and again after it', () => {
  const said: [line: string, event: string | undefined][] = [];
  const log: Log = (line, about) => void said.push([line, about?.event]);
  const { tell, over } = toldOnce(log, { line: 'It is back.', event: 'back' });
  const waits = { event: 'waits' };
  tell('It is away.', waits);
  tell('It is away.', waits);
  tell('It is away.');
  tell('It refuses.', waits);
  over();
  over();
  tell('It refuses.', waits);
  expect(said).toEqual([
    ['It is away.', 'waits'],
    ['', 'waits'],
    ['It refuses.', 'waits'],
    ['It is back.', 'back'],
    ['It refuses.', 'waits'],
  ]);
});

it('begins a line of a file with its time and level, and keeps out what opens something', () => {
  const now = new Date('2026-11-28T14:05:07.891Z');
  const line = (text: string, about?: About) => stampedLine(text, about, now);
  expect(line('It waits.', { level: 'warn' })).toBe('2026-11-28T14:05:07Z warn It waits.');
  expect(line('Warning: it is small.')).toBe('2026-11-28T14:05:07Z warn Warning: it is small.');
  expect(line('At /verify?token=canary.')).not.toContain('canary');
});

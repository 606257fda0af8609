import { describe, expect, it, test } from 'vitest';
import { dayFromNow } from '#lib/day.ts';
import { MESSAGES } from '#lib/errors.ts';
import {
  likelyReceived,
  type Money,
  type Note,
  newReport,
  nextPart,
  overpaid,
  type Part,
  partLine,
  paymentReportSchema,
  receivedSchema,
  withLinks,
} from './payment.ts';

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const part = (n: number, state: Part['state'], amount = 100): Part => ({
  ...{ id: id(n), label: `Part ${n}`, amount, due: 'done', state },
  whole: amount,
  can: [],
  due_at: state === 'planned' ? null : '2026-11-20T12:00:00Z',
});
let notes = 0;
const note = (n: number, event: Note['event'], actor: Note['actor'], more: Partial<Note> = {}) => ({
  ...{ id: ++notes, part: id(n), event, actor, note: null, amount: null, how: null },
  ...{ paid_on: null, created_at: '2026-11-21T12:00:00Z', ...more },
});
const money = (parts: Part[], more: Partial<Money> = {}): Money => ({
  ...{ side: 'artist', agreement: 'in_force', artist: 'Ana', client: 'Carmen' },
  ...{
    hash: 'abc',
    price: 300,
    tax: 'not_said' as const,
    wall: '',
    reference: '',
    how_to_pay: null,
    parts,
    notes: [],
  },
  ...more,
});
const report = note(1, 'report', 'client', { amount: 250, how: 'Zelle', paid_on: '2026-11-20' });

describe('what arrived of a part', () => {
  const deposit = part(1, 'reported', 450);
  it('is what the client reported, and never more than the part', () => {
    const of = (amount: number) => money([deposit], { notes: [{ ...report, amount }] });
    expect(likelyReceived(of(200), deposit)).toBe(200);
    expect(likelyReceived(of(500), deposit)).toBe(450);
    expect(likelyReceived(money([deposit]), part(1, 'due', 450))).toBe(450);
  });
  it.each([
    ['200', undefined],
    ['$450.00', undefined],
    ['451', MESSAGES.received_amount_invalid],
    ['0', MESSAGES.received_amount_invalid],
    ['200.50', MESSAGES.received_amount_invalid],
  ])('%s', (amount, said) =>
    expect(receivedSchema(deposit).safeParse({ amount }).error?.issues[0]?.message).toBe(said),
  );
});

describe('the next part', () => {
  it('is what its reader has to act on', () => {
    const parts = [part(1, 'received'), part(2, 'due'), part(3, 'reported')];
    expect(nextPart(money(parts))?.id).toBe(id(3));
    expect(nextPart(money(parts, { side: 'client' }))?.id).toBe(id(2));
  });
  it('is what the other side has to act on, or what comes next', () => {
    expect(nextPart(money([part(1, 'planned'), part(2, 'due')]))?.id).toBe(id(2));
    expect(nextPart(money([part(1, 'waived'), part(2, 'planned')]))?.id).toBe(id(2));
    expect(nextPart(money([part(1, 'waived'), part(2, 'received')]))).toBeUndefined();
  });
  it('is the artist’s while the client says that it is not due', () => {
    const parts = [part(1, 'due'), part(2, 'disputed')];
    const disputed = { notes: [note(2, 'dispute', 'client')] };
    expect(nextPart(money(parts, disputed))?.id).toBe(id(2));
    expect(nextPart(money(parts, { ...disputed, side: 'client' }))?.id).toBe(id(1));
  });
});

describe('the words', () => {
  it('say where each part is', () => {
    const of = (state: Part['state'], ...happened: Note[]) =>
      partLine(money([], { notes: happened }), part(1, state));
    expect(of('planned')).toBe('Due when the mural is done');
    expect(of('due', note(1, 'fall_due', 'system'))).toBe('Due since Nov 20, 2026');
    expect(of('asked', note(1, 'ask', 'artist'))).toBe('You asked for it. Due since Nov 20, 2026');
    expect(of('reported', report)).toBe('Carmen reported $250 (Zelle), paid Nov 20, 2026');
    expect(of('received', note(1, 'receive', 'artist'))).toBe('Received Nov 21, 2026');
    expect(of('waived')).toBe('Waived');
  });
  it('have links for https alone', () => {
    expect(withLinks('See https://venmo.com/ana. Or http://x.com')).toEqual([
      'See ',
      'https://venmo.com/ana',
      '. Or http://x.com',
    ]);
    expect(withLinks('javascript:alert(1)')).toHaveLength(1);
    expect(withLinks('https://venmo.com@else.example/ana or https://venmo.com/ana')).toEqual([
      'https://venmo.com@else.example/ana or ',
      'https://venmo.com/ana',
      '',
    ]);
  });
});

test('more than is due is seen by the last report', () => {
  const again = note(1, 'report', 'client', { amount: 90, how: 'Cash', paid_on: '2026-11-21' });
  expect(overpaid(money([], { notes: [report] }), part(1, 'reported'))).toBe(150);
  expect(overpaid(money([], { notes: [report, again] }), part(1, 'reported'))).toBe(0);
  expect(overpaid(money([], { notes: [report] }), part(2, 'reported'))).toBe(0);
});

describe('a report', () => {
  const draft = { ...newReport(part(1, 'due', 2100)), how: 'Zelle' };
  const refused = (change: Partial<typeof draft>) =>
    paymentReportSchema.safeParse({ ...draft, ...change }).error?.issues[0]?.message;
  it('begins with what is due, today', () => {
    expect(draft).toEqual({ how: 'Zelle', amount: '2,100', paid_on: dayFromNow(0) });
    expect(paymentReportSchema.parse(draft).amount).toBe(2100);
  });
  it.each([
    [{ how: ' ' }, MESSAGES.how_required],
    [{ how: 'x'.repeat(101) }, MESSAGES.how_too_long],
    [{ how: 'Card 4111 1111 1111 1111' }, MESSAGES.account_number_refused],
    [{ how: 'Zelle to 210 555 0188' }, undefined],
    [{ amount: '0' }, MESSAGES.amount_invalid],
    [{ amount: '1,000,001' }, MESSAGES.amount_invalid],
    [{ amount: '12.50' }, MESSAGES.amount_invalid],
    [{ paid_on: dayFromNow(1) }, MESSAGES.paid_on_invalid],
    [{ paid_on: '2019-12-31' }, MESSAGES.paid_on_invalid],
    [{ paid_on: '' }, MESSAGES.paid_on_invalid],
  ])('%j', (change, said) => expect(refused(change)).toBe(said));
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ChangeQueue, type OutboxRow } from './change-queue.ts';

const row = (id: number, of = `row ${id}`): OutboxRow => ({
  id,
  table: 'artists',
  rowId: of,
  old: null,
  new: null,
  deleted: false,
});
const NONE = new Map();

let outbox: OutboxRow[];
const readChanges = vi.fn(async (limit: number) => outbox.slice(0, limit));
const finishChanges = vi.fn(async () => {});
let queue: ChangeQueue;
beforeEach(() => {
  outbox = [];
  readChanges.mockClear();
  queue = new ChangeQueue({ readChanges, finishChanges });
});
const ids = async (underWay: ReadonlyMap<number, unknown> = NONE) =>
  (await queue.next(underWay)).map(({ id }) => id);

describe('rows that a notification brought', () => {
  it('are taken as they are', async () => {
    queue.notify([row(1), row(2)]);
    expect(await ids()).toEqual([1, 2]);
    expect(queue.hasNext).toBe(false);
    expect(readChanges).not.toHaveBeenCalled();
  });

  it('are looked up when a later one has begun, since they may be done', async () => {
    queue.begin([row(5)]);
    queue.notify([row(4), row(6)]);
    outbox = [row(6)];
    expect(await ids()).toEqual([6]);
  });
});

describe('the outbox', () => {
  it('is read again when it may hold more than one read gives', async () => {
    outbox = Array.from({ length: 1200 }, (_, i) => row(i + 1));
    queue.invalidate();
    expect(await queue.next(NONE)).toHaveLength(1000);
    expect(queue.hasNext).toBe(true);
    outbox.splice(0, 1000);
    expect(await queue.next(NONE)).toHaveLength(200);
    expect(queue.hasNext).toBe(false);
  });

  it('gives neither rows under way nor those on hold', async () => {
    outbox = [row(1), row(2), row(3)];
    queue.hold(2);
    queue.invalidate();
    expect(await ids(new Map([[1, null]]))).toEqual([3]);
    queue.release(2);
    queue.invalidate();
    expect(await ids()).toEqual([1, 2, 3]);
  });
});

it('postpones a row longer each time, until it is finished', async () => {
  vi.useFakeTimers();
  outbox = [row(1)];
  expect(queue.postpone(1)).toBe(1000);
  queue.invalidate();
  expect(await ids()).toEqual([]);
  vi.advanceTimersByTime(1000);
  queue.invalidate();
  expect(await ids()).toEqual([1]);
  expect(queue.postpone(1)).toBe(2000);
  const job = { kind: 'publish' as const, ok: true, ms: 1, routes: [], errors: [] };
  await queue.finish([1], job);
  expect(finishChanges).toHaveBeenCalledWith([1], job);
  expect(queue.postpone(1)).toBe(1000);
  vi.useRealTimers();
});

it('leaves out a change that waited while a later one of the same row began', () => {
  expect(queue.begin([row(2, 'a'), row(3, 'b')]).map(({ id }) => id)).toEqual([2, 3]);
  expect(queue.begin([row(1, 'a'), row(4, 'b')]).map(({ id }) => id)).toEqual([4]);
});

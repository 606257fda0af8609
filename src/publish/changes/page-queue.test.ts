import { beforeEach, expect, it } from 'vitest';
import { RenderError } from '../rendering/renderer.ts';
import type { OutboxRow } from './change-queue.ts';
import { PageQueue } from './page-queue.ts';

const change = (id: number): OutboxRow => ({ id, table: null, reason: '' });
const ids = (queue: PageQueue) => queue.takePublished().map((one) => one.change.id);

let queue: PageQueue;
beforeEach(() => {
  queue = new PageQueue();
});

it('gives the pages that wait longest, each once', () => {
  queue.add(change(1), new Set(['/a', '/b']));
  queue.add(change(2), new Set(['/b', '/c']));
  expect(queue.next(2)).toEqual(['/a', '/b']);
  queue.markRendered(['/a', '/b'], []);
  expect(queue.next(5)).toEqual(['/c']);
});

it('gives a change back when all its pages are rendered, also for others', () => {
  queue.add(change(1), new Set(['/a', '/b']));
  queue.add(change(2), new Set(['/b']));
  queue.markRendered(['/b'], []);
  expect(ids(queue)).toEqual([2]);
  expect([queue.has(1), queue.has(2), queue.size]).toEqual([true, false, 1]);
  queue.markRendered(['/a'], []);
  expect(ids(queue)).toEqual([1]);
  expect(ids(queue)).toEqual([]);
});

it('gives one without pages back at once', () => {
  queue.add(change(1), new Set());
  expect(ids(queue)).toEqual([1]);
});

it('says which pages of a change could not be rendered', () => {
  const error = new RenderError('/a', new Error('no wall'));
  queue.add(change(1), new Set(['/a', '/b']));
  queue.add(change(2), new Set(['/b']));
  queue.markRendered(['/a', '/b'], [error]);
  expect(queue.takePublished().map((one) => one.errors)).toEqual([[error], []]);
});

it('has a page rendered again for a change that comes after it', () => {
  queue.add(change(1), new Set(['/a']));
  queue.markRendered(['/a'], []);
  queue.add(change(2), new Set(['/a']));
  expect(queue.next(1)).toEqual(['/a']);
});

it('forgets everything when it is cleared', () => {
  queue.add(change(1), new Set(['/a']));
  queue.add(change(2), new Set());
  queue.clear();
  expect([queue.size, queue.next(1), ids(queue)]).toEqual([0, [], []]);
});

import { expect, test } from 'vitest';
import { type DiaryEntry, type DiaryStage, daysOf, likelyStage, rankOf } from './diary.ts';

const entry = (stage: DiaryStage, day: number, more: Partial<DiaryEntry> = {}): DiaryEntry => ({
  id: `${stage} ${day}`,
  stage,
  created_at: `2026-11-0${day}T12:00:00Z`,
  pictures: [{ path: `${stage}/${day}`, arrived: true }],
  ...more,
});

test('photos stand by stage and day, whatever the order they came in', () => {
  const entries = [entry('done', 1), entry('before', 2), entry('done', 3), entry('done', 3)];
  expect(daysOf(entries)).toEqual([
    { stage: 'before', day: 'Nov 2, 2026', paths: ['before/2'] },
    { stage: 'done', day: 'Nov 1, 2026', paths: ['done/1'] },
    { stage: 'done', day: 'Nov 3, 2026', paths: ['done/3', 'done/3'] },
  ]);
});

test('what is on its way is not shown as arrived', () => {
  const half = [
    { path: 'a', arrived: true },
    { path: 'b', arrived: false },
  ];
  const entries = [
    entry('outline', 2, { pictures: half }),
    entry('done', 2, { pictures: half.slice(1) }),
  ];
  expect(daysOf(entries)).toEqual([{ stage: 'outline', day: 'Nov 2, 2026', paths: ['a'] }]);
});

test('the next photos are of the stage of the last ones', () => {
  expect(likelyStage([])).toBe('before');
  expect(likelyStage(['before', 'painting'])).toBe('painting');
});

test('a mural begins with the finished wall, and ends with what is in no diary', () => {
  const stages: (DiaryStage | null)[] = [null, 'before', 'done', 'outline', 'painting'];
  expect(stages.sort((a, b) => rankOf(a) - rankOf(b))).toEqual([
    'done',
    'painting',
    'outline',
    'before',
    null,
  ]);
});

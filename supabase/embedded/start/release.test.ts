import { expect, it } from 'vitest';
import { isBeforeBaseline, unknownMigration } from './release.ts';

const FILES = ['20260101000000_a.sql', '20260103000000_c.sql', 'README.md'];

it.each([
  [[], null],
  [[''], null],
  [['20260101000000'], null],
  [['20260103000000', '20260101000000'], null],
  [['20260101000000', '20260104000000'], '20260104000000'],
  // Its highest is known here; what it has in between is not.
  [['20260101000000', '20260102000000', '20260103000000'], '20260102000000'],
])('finds what a database has that this release does not know: %j', (applied, unknown) => {
  expect(unknownMigration(applied, FILES)).toBe(unknown);
});

it.each([
  ['a new database', [], false],
  ['one of this release', ['20260110000000'], false],
  ['one of the last release before', ['20260101000100', '20260109001083'], true],
  ['one of something else', ['20250101000000'], false],
])('gives the baseline in the place of what came before: %s', (_, applied, expected) => {
  expect(isBeforeBaseline(applied, ['20260110000000_baseline.sql', ...FILES.slice(2)])).toBe(
    expected,
  );
});

it('names the release that an older database has to be started with first', () => {
  const older = ['20260101000100', '20260108000540'];
  expect(() => isBeforeBaseline(older, ['20260110000000_baseline.sql'])).toThrow(/88e84bcd/);
});

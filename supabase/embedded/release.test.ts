import { expect, it } from 'vitest';
import { unknownMigration } from './release.ts';

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

import { expect, it } from 'vitest';
import { type Applied, unknownMigration } from './migrations.ts';

const MIGRATIONS = [
  { version: '20260101000000', name: 'a', text: 'select 1;' },
  { version: '20260103000000', name: 'c', text: 'select 3;' },
];
/** The md5 of "select 1;". */
const ONE = 'ccb5b4481bced39454dca6d845601d54';

it.each<[Applied, string | null]>([
  [{}, null],
  [{ 20260101000000: ONE }, null],
  [{ 20260101000000: null, 20260103000000: null }, null],
  [{ 20260101000000: ONE, 20260104000000: null }, '20260104000000'],
  // The database's highest is known here; what it has in between is not.
  [{ 20260101000000: ONE, 20260102000000: null, 20260103000000: null }, '20260102000000'],
  // Until 1.0 the one baseline is written anew with each change of the schemas.
  [{ 20260101000000: 'ffffffffffffffffffffffffffffffff' }, '20260101000000'],
])('finds what a database has that this version does not know: %j', (applied, unknown) => {
  expect(unknownMigration(applied, MIGRATIONS)).toBe(unknown);
});

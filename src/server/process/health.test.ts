import { expect, it } from 'vitest';
import { healthOf } from './health.ts';

const well = { api: 'ok', database: 'ok' } as const;
const silent = { api: 'no answer', database: 'no answer' } as const;

it('says nothing but ok when all is well', () => {
  expect(healthOf(well, true, null)).toEqual({
    database: 'ok',
    api: 'ok',
    publisher: 'ok',
    disk: 'ok',
    backup: null,
  });
  expect(healthOf(null, true, null)).toEqual({ publisher: 'ok', disk: 'ok' });
  expect(healthOf(null, null, null)).toEqual({ disk: 'ok' });
  const backup = { at: '2026-01-02T03:04:05.000Z', bytes: 1234 };
  expect(healthOf(well, true, null, backup)).toMatchObject({ backup });
});

it('names what does not answer', () => {
  expect(healthOf(silent, true, null)).toMatchObject({ status: 'failing', ...silent });
  expect(healthOf({ ...well, database: 'no answer' }, true, null)).toMatchObject({
    status: 'failing',
    api: 'ok',
    database: 'no answer',
  });
  expect(healthOf(well, false, null)).toMatchObject({ status: 'degraded', publisher: 'no answer' });
});

it('names the cause without telling strangers where the files lie', () => {
  expect(healthOf(well, true, 'ENOSPC')).toMatchObject({
    status: 'failing',
    disk: 'full',
    reason: 'The disk is full; make room on it and start again.',
  });
  expect(healthOf(well, true, 'EROFS')).toMatchObject({ status: 'failing', disk: 'not writable' });
  const reason = 'The database in /srv/muro/pg cannot be opened: the disk is full.';
  expect(healthOf({ ...silent, reason }, true, null).reason).toBe(
    'The database cannot be reached; the log of the server says why.',
  );
  const outage =
    'The database in DATABASE_URL (postgres://muro@db.internal:5433/muro) cannot be reached: ECONNREFUSED 10.0.0.7:5433.';
  const said = JSON.stringify(healthOf({ ...silent, reason: outage }, true, null));
  expect(said).not.toMatch(/muro|internal|5433|10\.0|ECONN/);
});

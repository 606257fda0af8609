import { spanText } from '#features/estimates/rates-form.ts';
import type { ErrorCode } from '#lib/errors.ts';

interface RateCase {
  field: string;
  /** As it is typed, and as it is sent. */
  typed: string;
  sent: unknown;
  code: ErrorCode | null;
}

const span = (field: string, low: number, high: number, code: ErrorCode | null): RateCase => ({
  field,
  typed: spanText(String(low), String(high)),
  sent: [low, high],
  code,
});
const other = (field: string, sent: unknown, code: ErrorCode | null): RateCase => ({
  field,
  typed: String(sent),
  sent,
  code,
});
const source = { name: 'a.co', url: 'https://a.co/x', says: '$1' };
const sources = (all: (typeof source)[], code: ErrorCode | null): RateCase => ({
  field: 'sources',
  typed: all.map(({ name, url, says }) => `${name} | ${url} | ${says}`).join('\n'),
  sent: all,
  code,
});
const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);

/** What each field of the rates may be, at its limits and beyond them. */
export const RATE_CASES: RateCase[] = [
  span('floor', 1, 1_000_000, null),
  span('floor', 0, 5, 'price_invalid'),
  span('floor', 1, 1_000_001, 'price_invalid'),
  span('floor', 600, 599, 'price_invalid'),
  span('floor', 600, 600, null),
  span('lift', 1, 1_000_000, null),
  span('lift', 0, 1, 'price_invalid'),
  span('foot.simple', 1, 1, null),
  span('foot.detailed', 9.5, 12, 'price_invalid'),
  span('foot.detailed', -1, 12, 'price_invalid'),
  { field: 'foot.graphic', typed: '', sent: null, code: 'price_invalid' },
  { field: 'foot.graphic', typed: 'x to 12', sent: ['x', 12], code: 'price_invalid' },
  { field: 'foot.graphic', typed: '7', sent: [7], code: 'price_invalid' },
  span('size.small', 10, 500, null),
  span('size.small', 9, 500, 'share_invalid'),
  span('size.huge', 10, 501, 'share_invalid'),
  span('surface.brick', 120, 110, 'share_invalid'),
  span('city.else', 100, 110, null),
  { field: 'city.else', typed: '', sent: null, code: 'share_invalid' },
  span('city.san-antonio-tx', 10, 500, null),
  span('city.san-antonio-tx', 9, 500, 'share_invalid'),
  { field: 'city.san-antonio-tx', typed: '', sent: null, code: null },
  other('lift_above', 1, null),
  other('lift_above', 100, null),
  other('lift_above', 0, 'lift_above_invalid'),
  other('lift_above', 101, 'lift_above_invalid'),
  other('lift_above', 12.5, 'lift_above_invalid'),
  other('lift_covers', 50, null),
  other('lift_covers', 10_000, null),
  other('lift_covers', 49, 'lift_covers_invalid'),
  other('lift_covers', 10_001, 'lift_covers_invalid'),
  other('checked_on', '2026-01-31', null),
  other('checked_on', '2026-02-30', 'checked_on_invalid'),
  other('checked_on', 'yesterday', 'checked_on_invalid'),
  other('checked_on', day(0), null),
  other('checked_on', day(3), 'checked_on_invalid'),
  sources([source], null),
  sources(Array(12).fill(source), null),
  sources([], 'sources_invalid'),
  sources(Array(13).fill(source), 'sources_invalid'),
  sources([{ ...source, name: 'n'.repeat(100), says: 's'.repeat(200) }], null),
  sources([{ ...source, name: 'n'.repeat(101) }], 'sources_invalid'),
  sources([{ ...source, says: 's'.repeat(201) }], 'sources_invalid'),
  sources([{ ...source, name: '' }], 'sources_invalid'),
  sources([{ ...source, says: '' }], 'sources_invalid'),
  sources([{ ...source, url: 'javascript:alert(1)' }], 'sources_invalid'),
  sources([{ ...source, url: 'a.co' }], 'sources_invalid'),
];

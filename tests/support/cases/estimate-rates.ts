import type { RatesRow } from '#features/estimates/rates-row.ts';

/** What the migration that made the table of rates put into it; a test of the database holds them against each other. */
export const RATES: RatesRow = {
  id: '00000000-0000-4000-8000-00000000c057',
  spans: {
    floor: [500, 1500],
    'foot.simple': [10, 22],
    'foot.graphic': [15, 30],
    'foot.realistic': [28, 52],
    'foot.detailed': [45, 80],
    'size.small': [100, 125],
    'size.medium': [100, 100],
    'size.large': [80, 95],
    'size.huge': [70, 85],
    'surface.brick': [110, 135],
    'surface.stucco': [105, 120],
    'surface.concrete': [100, 115],
    'surface.drywall': [100, 100],
    'surface.metal': [105, 125],
    'surface.other': [100, 135],
    lift: [700, 1500],
    'city.san-antonio-tx': [100, 100],
    'city.austin-tx': [100, 106],
    'city.else': [100, 110],
  },
  lift_above: 12,
  lift_covers: 600,
  checked_on: '2026-11-24',
  sources: [],
  walls: [],
  updated_at: '2026-01-01T00:00:00+00:00',
};

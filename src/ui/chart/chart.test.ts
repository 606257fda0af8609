import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bars, chartDay, chartSummary, fillDays, gridlines, namedDays } from './chart.ts';

it('names the day in the middle only where there is room for it', () => {
  expect(namedDays(30, 20)).toEqual([0, 15, 29]);
  expect(namedDays(30, 9)).toEqual([0, 29]);
  expect(namedDays(1, 20)).toEqual([0]);
});

describe('fillDays', () => {
  it('gives every day once, oldest first, across months', () => {
    const days = fillDays([{ day: '2026-11-01', value: 2 }], 4, new Date('2026-11-02T23:00:00Z'));
    expect(days).toEqual([
      { day: '2026-10-30', value: 0 },
      { day: '2026-10-31', value: 0 },
      { day: '2026-11-01', value: 2 },
      { day: '2026-11-02', value: 0 },
    ]);
  });
});

describe('gridlines', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [4, [0, 1, 2, 3, 4]],
    [5, [0, 2, 4, 6]],
    [40, [0, 10, 20, 30, 40]],
    [41, [0, 20, 40, 60]],
  ])('up to %i', (highest, lines) => expect(gridlines(highest)).toEqual(lines));

  it('are at most five whole steps that hold every value', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (highest) => {
        const lines = gridlines(highest);
        expect(lines.length).toBeLessThanOrEqual(6);
        expect(lines.every(Number.isInteger)).toBe(true);
        expect(lines.at(-1)).toBeGreaterThanOrEqual(highest);
      }),
    );
  });
});

describe('bars', () => {
  it('stay inside the drawing and keep their order', () => {
    const days = fillDays([{ day: '2026-11-01', value: 5 }], 30, new Date('2026-11-02T12:00:00Z'));
    const drawn = bars(days, 6, 600, 120);
    expect(drawn).toHaveLength(30);
    drawn.forEach((bar, i) => {
      expect(bar.x).toBeGreaterThanOrEqual(drawn[i - 1]?.x ?? 0);
      expect(bar.x + bar.width).toBeLessThanOrEqual(600);
      expect(bar.y + bar.height).toBeCloseTo(120);
    });
    expect(drawn.at(-2)).toMatchObject({ value: 5, height: 100 });
  });
});

describe('words', () => {
  it('say what the chart shows', () => {
    const days = [
      { day: '2026-11-01', value: 2 },
      { day: '2026-11-02', value: 5 },
    ];
    expect(chartSummary(days, 'leads', 'in the last 2 days')).toBe(
      '7 leads in the last 2 days, the most on Nov 2: 5.',
    );
    expect(chartSummary([{ day: '2026-11-01', value: 0 }], 'views', 'in November')).toBe(
      'No views in November.',
    );
    expect(chartDay('2026-01-31')).toBe('Jan 31');
  });
});

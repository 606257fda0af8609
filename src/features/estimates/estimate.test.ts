import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { optionLabel, STYLES, SURFACES } from '#lib/options.ts';
import { RATES } from '#tests/support/cases/estimate-rates.ts';
import { estimate } from './estimate.ts';
import {
  COMPLEXITIES,
  COMPLEXITY_LABELS,
  complexityOf,
  designName,
  SIZE_STEPS,
} from './estimate-rates.ts';
import type { EstimateRates } from './rates-row.ts';
import { rangeLabel } from './rounding.ts';
import type { WallToPaint } from './wall-price.ts';

const WALL: WallToPaint = {
  widthFt: 20,
  heightFt: 10,
  complexity: 'graphic',
  surface: 'drywall',
  city: 'San Antonio',
};
const of = (wall: Partial<WallToPaint> = {}, rates: EstimateRates = RATES) => {
  const found = estimate({ ...WALL, ...wall }, rates);
  if (!found) throw new Error('no estimate');
  return found;
};

/** A wall of so many square feet that a ladder reaches. */
const area = (feet: number) => ({ widthFt: feet / 8, heightFt: 8 });

describe('agrees with what muralists publish', () => {
  /** artsmurals.com/pricing.php, one price whatever the design: feet and dollars, lift and paint included. */
  test.each([
    [8, 10, 2000],
    [13, 20, 6500],
    [17, 26, 10_166],
    [25, 39, 18_525],
    [28, 44, 23_408],
  ])('artsmurals.com: %i x %i feet for $%i', (heightFt, widthFt, price) => {
    const { low, high } = of({ heightFt, widthFt });
    expect(low).toBeLessThanOrEqual(price);
    expect(high).toBeGreaterThanOrEqual(price);
  });

  /** artandmurals.com/mural_price_chart.htm: dollars a square foot, without scaffold or travel, $500 at least on a wall. */
  test.each([
    ['simple', 25, 10],
    ['graphic', 35, 15],
    ['realistic', 70, 30],
    ['detailed', 85, 55],
    ['detailed', 85, 65],
  ] as const)(
    'artandmurals.com: %s, $%i under 15 square feet and $%i over 125',
    (complexity, few, many) => {
      for (const [feet, foot] of [
        ...[5, 10, 15].map((x) => [x, few]),
        ...[126, 200, 400].map((x) => [x, many]),
      ] as [number, number][]) {
        const { low, high } = of({ complexity, ...area(feet) });
        const price = Math.max(500, feet * foot);
        expect([feet, low <= price, price <= high]).toEqual([feet, true, true]);
      }
    },
  );

  /** A square foot costs from, to: what the others say of walls of some hundred square feet, whatever the design. */
  test.each([
    ['californiamuralart.com', 20, 50],
    ['morganmurals.com', 15, 50],
    ['themuraldude.com', 30, 40],
    ['rebeccapaavoart.com', 30, 80],
  ])('%s: $%i to $%i a square foot', (_, from, to) => {
    const feet = 200;
    const ranges = COMPLEXITIES.map((complexity) => of({ complexity, ...area(feet) }));
    for (const price of [from * feet, to * feet])
      expect(ranges.some(({ low, high }) => low <= price && price <= high)).toBe(true);
  });
  test('a wall as high as a ladder reaches needs no lift', () => {
    expect(of({ heightFt: RATES.lift_above }).movers.join()).toContain(
      'Up to 12 feet a ladder does.',
    );
  });

  test('engineerfix.com: a boom lift is $700 to $1,500 a week', () => {
    expect(of({ widthFt: 10, heightFt: 13 }).movers).toContain(
      'Above 12 feet a lift is needed: adds $700 to $1,500.',
    );
  });
});

describe('rules', () => {
  const feet = fc.double({ min: 0.5, max: 1000, noNaN: true });
  const span = fc
    .tuple(fc.integer({ min: 10, max: 400 }), fc.integer({ min: 0, max: 300 }))
    .map(([low, more]) => [low, low + more] as const);
  const kinds = fc.uniqueArray(
    fc.record({
      complexity: fc.constantFrom(...COMPLEXITIES),
      size: fc.constantFrom(...SIZE_STEPS.map(([s]) => s)),
      price: span,
      walls: fc.integer({ min: 20, max: 500 }),
    }),
    { selector: ({ complexity, size }) => `${complexity} ${size}`, maxLength: 8 },
  );
  /** Whatever an admin may enter, and whatever may have been accepted. */
  const anyRates = fc
    .record({
      spans: fc.array(span, { minLength: 19, maxLength: 19 }),
      above: fc.integer({ min: 1, max: 100 }),
      covers: fc.integer({ min: 50, max: 10_000 }),
      kinds,
    })
    .map(
      ({ spans, above, covers, kinds }): EstimateRates => ({
        ...RATES,
        spans: Object.fromEntries(
          Object.keys(RATES.spans).map((key, i) => [key, spans[i] ?? [1, 1]]),
        ),
        lift_above: above,
        lift_covers: covers,
        walls: kinds.map(({ price: [low, high], ...kind }) => ({ ...kind, low, high })),
      }),
    );
  const anyWall = fc.record({
    widthFt: feet,
    heightFt: feet,
    complexity: fc.constantFrom(...COMPLEXITIES, null),
    surface: fc.constantFrom(...SURFACES, null),
    city: fc.constantFrom('San Antonio', 'Austin, TX', 'Marfa', '', null),
  });

  test('a larger wall never costs less, and no wall less than the floor', () => {
    fc.assert(
      fc.property(anyWall, anyRates, feet, feet, (wall, rates, widthFt, heightFt) => {
        const small = of(
          {
            ...wall,
            widthFt: Math.min(wall.widthFt, widthFt),
            heightFt: Math.min(wall.heightFt, heightFt),
          },
          rates,
        );
        const large = of(
          {
            ...wall,
            widthFt: Math.max(wall.widthFt, widthFt),
            heightFt: Math.max(wall.heightFt, heightFt),
          },
          rates,
        );
        expect(small.low).toBeLessThanOrEqual(large.low);
        expect(small.high).toBeLessThanOrEqual(large.high);
        for (const { low, high } of [small, large]) {
          expect(low).toBeGreaterThanOrEqual(rates.spans.floor?.[0] ?? Infinity);
          expect(low).toBeLessThan(high);
          expect([low, high].every(Number.isInteger)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a wall that is harder to paint never costs less', () => {
    const dearer = (a: Partial<WallToPaint>, b: Partial<WallToPaint>) => {
      const [first, second] = [of(a), of(b)];
      expect(first.low).toBeLessThanOrEqual(second.low);
      expect(first.high).toBeLessThanOrEqual(second.high);
    };
    for (const feet of [4, 21, 200, 700, 4000])
      for (const [i, complexity] of COMPLEXITIES.entries()) {
        const wall = { ...area(feet), complexity };
        if (i > 0) dearer({ ...wall, complexity: COMPLEXITIES[i - 1] }, wall);
        dearer(wall, { ...wall, surface: 'brick' });
        dearer(wall, { ...wall, city: 'Austin' });
      }
  });

  it('is nothing for no wall', () => {
    for (const widthFt of [0, -1, 0.4, 1000.1, Number.NaN, Infinity])
      expect(estimate({ ...WALL, widthFt }, RATES)).toBeNull();
  });
});

describe('what moves it', () => {
  it('names the design, the surface, the lift and the city', () => {
    const { movers } = of({ heightFt: 14, surface: 'brick', city: 'Austin' });
    expect(movers).toEqual([
      expect.stringMatching(
        /^The design moves it most\. The same wall with lettering and shapes: \$[\d,]+ to \$[\d,]+; with portraits and buildings: \$[\d,]+ to \$[\d,]+\.$/,
      ),
      'Brick takes more paint and time than a smooth wall: adds $400 to $3,400.',
      'Above 12 feet a lift is needed: adds $700 to $1,500.',
      'Prices and travel in Austin: adds up to $750.',
    ]);
  });

  it('says what is not known, and why a small wall costs what it does', () => {
    const { movers, low } = of({ ...area(10), surface: null, complexity: null });
    expect(low).toBe(500);
    expect(movers).toContain(
      'Up to 12 feet a ladder does. Above, a lift is needed: adds $700 to $1,500.',
    );
    expect(movers.some((line) => line.startsWith('What the wall is made of is open: '))).toBe(true);
    expect(movers.at(-1)).toBe('No wall is painted for less than about $500.');
  });
});

describe('accepted proposals', () => {
  const kind = { complexity: 'graphic', size: 'medium', low: 20, high: 25, walls: 23 } as const;
  const rates = { ...RATES, walls: [kind] };

  it('of this kind are the range', () => {
    const found = of({ surface: 'brick', heightFt: 20, widthFt: 20 }, rates);
    expect(rangeLabel(found)).toBe('$8,000 to $10,000');
    expect(found.basis).toEqual({ walls: 23 });
    expect(found.movers[0]).toContain('these 23 walls');
  });

  it('of another kind change nothing but that a larger wall costs no less', () => {
    expect(of({ complexity: 'simple' }, rates)).toEqual(of({ complexity: 'simple' }));
    const above = { widthFt: 50.2, heightFt: 10 };
    expect(of(above, rates).low).toBeGreaterThanOrEqual(
      of({ widthFt: 50, heightFt: 10 }, rates).low,
    );
    expect(of(above, rates).basis).toBe('table');
  });
});

test('a kind that is called as a style is priced as that style', () => {
  const kindNamed = (label: string) =>
    COMPLEXITIES.find((one) => COMPLEXITY_LABELS[one].name === label);
  const named = STYLES.filter((style) => kindNamed(optionLabel(style)));
  expect(named.map((style) => kindNamed(optionLabel(style)))).toEqual(named.map(complexityOf));
});

test('an estimate says what it is for, also while the design is open', () => {
  expect(COMPLEXITIES.map(designName)).toEqual([
    'lettering and shapes',
    'patterns',
    'nature',
    'portraits and buildings',
  ]);
  expect(designName(null)).toBe('patterns or nature');
});

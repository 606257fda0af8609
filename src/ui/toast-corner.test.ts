import { describe, expect, it } from 'vitest';
import { FIXED_WEIGHT, freestCorner, type Obstacle, POINTER_WEIGHT } from './toast-corner.ts';

const DESK = { width: 1440, height: 900, lift: 0 };
const PHONE = { width: 390, height: 800, lift: 0 };
const at = (left: number, top: number, width = 20, height = 20, weight = 1): Obstacle => ({
  box: { left, top, right: left + width, bottom: top + height },
  weight,
});

describe('the corner of a toast', () => {
  it('is the usual one where nothing is in the way', () => {
    expect(freestCorner(DESK, [])).toBe('bottom-right');
    expect(freestCorner(DESK, [at(700, 400), at(20, 850)])).toBe('bottom-right');
  });

  it('is another where a checkbox or a button is', () => {
    expect(freestCorner(DESK, [at(1300, 840)])).toBe('bottom-left');
    expect(freestCorner(DESK, [at(1300, 840), at(40, 840)])).toBe('top-right');
    expect(freestCorner(DESK, [at(1300, 840), at(40, 840), at(1300, 100)])).toBe('top-left');
  });

  it('is that of the toasts that are there, unless something that stays is under them', () => {
    expect(freestCorner(DESK, [at(40, 100)], 'top-left')).toBe('top-left');
    expect(freestCorner(DESK, [at(40, 100, 20, 20, FIXED_WEIGHT)], 'top-left')).toBe(
      'bottom-right',
    );
  });

  it('is at the top of a phone whose lower edge holds the button that saves', () => {
    const save = at(16, 736, 140, 48, FIXED_WEIGHT);
    const fields = [at(16, 90, 358, 44), at(16, 150, 358, 44), at(16, 740, 358, 40)];
    expect(freestCorner(PHONE, [save, ...fields])).toBe('top-right');
    // The bar of the page is not where a toast is.
    expect(freestCorner(PHONE, [save, at(330, 12, 48, 48, FIXED_WEIGHT)])).toBe('top-right');
  });

  it('is the usual one above a bar at the foot', () => {
    const send = at(16, 736, 140, 48, FIXED_WEIGHT);
    expect(freestCorner({ ...PHONE, lift: 80 }, [send])).toBe('bottom-right');
  });

  it('covers as little as can be where every corner has something', () => {
    const everywhere = [at(1300, 840), at(1320, 860), at(40, 840), at(40, 100), at(40, 130)];
    expect(freestCorner(DESK, [...everywhere, at(1300, 100), at(1300, 130)])).toBe('bottom-left');
  });

  it('is never the one where a pointer rests, whatever the others have', () => {
    const pointer = at(1300, 840, 1, 1, POINTER_WEIGHT);
    const corners = [at(40, 840), at(1300, 100), at(40, 100)];
    const bars = corners.flatMap(({ box: { left, top } }) => [
      at(left, top, 90, 20, FIXED_WEIGHT),
      at(left, top + 20, 90, 20, FIXED_WEIGHT),
    ]);
    expect(freestCorner(DESK, [pointer, ...bars])).toBe('bottom-left');
  });
});

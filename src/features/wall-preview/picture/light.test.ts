import { describe, expect, it } from 'vitest';
import type { Quad } from '#lib/homography.ts';
import { brightnessIn, exposureOn, lightMap } from './light.ts';

const square = (left: number, right: number): Quad => [
  [left, 0.2],
  [right, 0.2],
  [right, 0.8],
  [left, 0.8],
];

describe('the light of the wall', () => {
  const [width, height] = [96, 72];
  const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, i) =>
    Math.floor(i / 4) % width < width / 2 ? 250 : 60,
  );
  const light = lightMap({ width, height, data });

  it('is the brightness under the mural, not of the sky beside it', () => {
    expect(brightnessIn(light, square(0.6, 0.95))).toBeLessThan(0.3);
    expect(brightnessIn(light, square(0.2, 0.8))).toBeGreaterThan(0.4);
  });

  it('keeps a shadow that lies across it', () => {
    const at = (share: number) => light.data[36 * width + Math.floor(share * width)] ?? 0;
    expect(at(0.75)).toBeLessThan(at(0.25) * 0.5);
  });

  it.each([0.05, 0.2, 0.35])('does not drown a mural on a wall as dark as %d', (brightness) => {
    expect(exposureOn(brightness)).toBeGreaterThan(0.6);
  });
});

import { describe, expect, it } from 'vitest';
import {
  isStepDone,
  missingPieces,
  openStep,
  profileStrength,
  SETUP_STEPS,
  type StrengthArtist,
} from './profile-strength.ts';

const NEW: StrengthArtist = {
  profile_photo: null,
  portfolio_images: [],
  city: null,
  city_slug: null,
  styles: [],
  bio: null,
  surfaces: [],
  years_experience: null,
  public_visible: false,
};
const FULL: StrengthArtist = {
  profile_photo: 'x',
  portfolio_images: ['1', '2', '3', '4', '5', '6'],
  city: 'Austin',
  city_slug: 'austin-tx',
  styles: ['Abstract'],
  bio: 'Walls.',
  surfaces: ['brick'],
  years_experience: 0,
  public_visible: true,
};

describe('a profile', () => {
  it('goes from nothing to a hundred, and lacks nothing then', () => {
    expect(profileStrength(NEW)).toBe(0);
    expect(profileStrength(FULL)).toBe(100);
    expect(missingPieces(FULL)).toEqual([]);
  });

  it('lacks each piece that is not there, says why it helps, and where to mend it', () => {
    const names = missingPieces(NEW).map(({ name }) => name);
    expect(names).toEqual([
      'photo',
      'walls',
      'city',
      'styles',
      'public',
      'bio',
      'surfaces',
      'years',
    ]);
    for (const [field, value] of Object.entries(NEW)) {
      const lacking = { ...FULL, [field]: value };
      expect(profileStrength(lacking), field).toBeLessThanOrEqual(100);
      const pieces = missingPieces(lacking);
      expect(pieces.length, field).toBe(field === 'city' ? 0 : 1);
      for (const { text } of pieces) expect(text).toMatch(/^[A-Z].*[^.]$/);
    }
  });

  it('counts walls one by one, and says how many are missing', () => {
    const some = (count: number) => ({ ...FULL, portfolio_images: Array(count).fill('x') });
    expect(missingPieces(some(0))[0]?.text).toBe('Add five photos of your work');
    expect(missingPieces(some(3))[0]?.text).toBe('Show 2 more walls');
    expect(missingPieces(some(4))[0]?.text).toBe('Show one more wall');
    expect([0, 1, 4].map((count) => profileStrength(some(count)))).toEqual([75, 80, 95]);
  });

  it('gains by a city before it has its state', () => {
    const half = { ...FULL, city_slug: null };
    expect(missingPieces(half)[0]?.text).toBe('Add your state to your city');
    expect(profileStrength(half)).toBe(93);
  });
});

describe('the setup', () => {
  it('opens at the first step that is not done, and at the last when all are', () => {
    expect(openStep(NEW)).toBe(1);
    expect(openStep({ ...NEW, profile_photo: 'x' })).toBe(2);
    expect(openStep({ ...FULL, styles: [] })).toBe(3);
    expect(openStep({ ...FULL, public_visible: false })).toBe(4);
    expect(openStep(FULL)).toBe(SETUP_STEPS.length);
    expect(SETUP_STEPS.filter((step) => isStepDone(FULL, step))).toEqual(SETUP_STEPS);
    expect(SETUP_STEPS.filter((step) => isStepDone(NEW, step))).toEqual([]);
  });
});

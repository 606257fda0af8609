import { describe, expect, it } from 'vitest';
import { bestFits, detailOf, findPages } from './found.ts';

const MURALS = ['Muñoz by the Łódź bridge', 'Sugar-skull alley', 'Agave wall', 'Agave gate'];
const found = (search: string) => bestFits(MURALS, (title) => title, search);

describe('what a search fits', () => {
  it.each([
    ['lodz', ['Muñoz by the Łódź bridge']],
    ['MUÑOZ bridge', ['Muñoz by the Łódź bridge']],
    ['skull', ['Sugar-skull alley']],
    ['agave', ['Agave wall', 'Agave gate']],
    ['agave gate', ['Agave gate']],
    ['100%', []],
    ['calaveras', ['Sugar-skull alley']],
    ['pared', ['Agave wall']],
    ['puente', []],
  ])('%s', (search, titles) => expect(found(search)).toEqual(titles));

  it('forgives small mistakes where nothing is spelled so', () => {
    expect(found('agvae')).toEqual(['Agave wall', 'Agave gate']);
    expect(found('brigde munoz')).toEqual(['Muñoz by the Łódź bridge']);
    expect(found('xyzzy')).toEqual([]);
  });

  it('is five at most', () => {
    const many = Array.from({ length: 9 }, (_, i) => `Wall ${i}`);
    expect(bestFits(many, (title) => title, 'wall')).toHaveLength(5);
  });
});

describe('pages', () => {
  const labels = (role: 'admin' | 'artist', search: string) =>
    findPages(role, search).found.map(({ label }) => label);

  it('are all of the role without a search', () => {
    expect(labels('admin', '')).toContain('Audit Trail');
    expect(labels('artist', '')).toContain('Settings');
    expect(labels('artist', '')).not.toContain('Cities');
  });

  it('are found by their group too', () => {
    expect(labels('admin', 'moderation')).toEqual(['Reports', 'Reviews']);
    expect(labels('admin', 'repotrs')).toEqual(['Reports']);
    expect(labels('artist', 'work')).toEqual(['Work']);
    expect(labels('artist', 'finish')).toEqual([]);
  });
});

it('says what is known', () =>
  expect(detailOf('San Antonio', null, '', 'Draft')).toBe('San Antonio · Draft'));

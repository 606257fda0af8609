/** @module-tag effort */
import { describe, expect, it } from 'vitest';
import { positionInTexas } from '#features/map/texas-places.ts';
import type { Mural } from '#features/murals/mural.ts';
import { random } from '#tests/publish/random-changes.ts';
import { aCity, aMural, id } from '#tests/support/directory-rows.ts';
import { effort } from '#tests/support/effort.ts';
import { NearMurals } from './near-murals.ts';

const SAN_ANTONIO = aCity(1, {
  slug: 'san-antonio-tx',
  city_name: 'San Antonio',
  ...positionInTexas('San Antonio', 'TX'),
});
const at = (latitude: number, longitude: number) => ({ latitude, longitude, artist_id: null });
const inTown = { city_slug: 'san-antonio-tx', artist_id: null };
const indexOf = (murals: readonly Mural[], cities = [SAN_ANTONIO]) => {
  const index = new NearMurals(() => cities);
  index.fill(murals);
  return index;
};
const titles = (found: { mural: Mural }[]) => found.map(({ mural }) => mural.title);

describe('murals near one', () => {
  const wall = aMural(1, { title: 'Wall', ...at(29.42, -98.49), artist_id: id(9) });
  const others = [
    aMural(2, { title: 'Far', ...at(30.27, -97.74) }),
    aMural(3, { title: 'Three miles', ...at(29.46, -98.49) }),
    aMural(4, { title: 'One mile', ...at(29.43, -98.49) }),
    aMural(5, { title: 'Own', ...at(29.421, -98.49), artist_id: id(9) }),
    aMural(6, { title: 'Ten miles', ...at(29.56, -98.49) }),
    aMural(7, { title: 'Twenty miles', ...at(29.7, -98.49) }),
  ];
  it('are those of others, the nearest first, none that is far', () => {
    expect(titles(indexOf([wall, ...others]).of(wall))).toEqual([
      'One mile',
      'Three miles',
      'Ten miles',
    ]);
    expect(titles(indexOf([wall, ...others.slice(0, 2)]).of(wall))).toEqual(['Three miles']);
  });

  it('count those without a point from the middle of their city', () => {
    const unplaced = aMural(8, { title: 'Somewhere', ...inTown });
    expect(titles(indexOf([wall, unplaced, ...others]).of(wall))).toEqual([
      'Somewhere',
      'One mile',
      'Three miles',
    ]);
    expect(indexOf([wall]).of({ ...unplaced, city_slug: 'marfa-tx' })).toEqual([]);
  });
});

describe('a mural that comes', () => {
  it('is named to all whose neighbours change, wherever cities and walls lie at one place', () => {
    const { pick, below, id: anId } = random(7);
    const places = [
      [29.42, -98.49],
      [29.43, -98.48],
      [29.55, -98.27],
      [30.26, -97.74],
    ] as const;
    const place = () => {
      const [latitude, longitude] = pick(places);
      return { latitude, longitude };
    };
    for (let world = 0; world < effort(60); world++) {
      const slugs = ['austin-tx', 'boerne-tx', 'seguin-tx'];
      const cities = slugs.map((slug, n) => aCity(n, { slug, city_name: slug, ...place() }));
      const one = () =>
        aMural(1, {
          id: anId(),
          title: anId(),
          city_slug: pick(slugs),
          artist_id: pick([null, id(1), id(2)]),
          ...(below(3) ? { latitude: null, longitude: null } : place()),
        });
      const [added = one(), ...others] = Array.from({ length: 2 + below(14) }, one);
      const titlesIn = (murals: readonly Mural[]) => {
        const index = indexOf(murals, cities);
        return others.map((mural) => titles(index.of(mural)).join());
      };
      const [old, now] = [titlesIn(others), titlesIn([...others, added])];
      const really = others.filter((_, i) => old[i] !== now[i]);
      for (const murals of [others, [...others, added]]) {
        const named = new Set(indexOf(murals, cities).around(added));
        expect(really.filter((mural) => !named.has(mural))).toEqual([]);
      }
    }
  });
});

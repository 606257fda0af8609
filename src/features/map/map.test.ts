import { describe, expect, it } from 'vitest';
import { readCoordinates } from './coordinates.ts';
import { groupedOnMap } from './groups.ts';
import { placeLabels } from './labels.ts';
import { milesBetween, toMap } from './projection.ts';
import { landIn } from './shapes.ts';
import { positionInTexas } from './texas-places.ts';
import { besideTown, townsIn } from './towns.ts';
import { percentIn, windowAround, windowOver } from './window.ts';

const SAN_ANTONIO = { latitude: 29.42412, longitude: -98.49363 };
const AUSTIN = { latitude: 30.26715, longitude: -97.74306 };

describe('positions', () => {
  it('are as far from each other as the crow flies', () => {
    // 73.6 miles by the great circle.
    expect(milesBetween(toMap(SAN_ANTONIO), toMap(AUSTIN))).toBeCloseTo(73.6, 0);
  });

  it.each([
    ['San Antonio', 'Texas', SAN_ANTONIO],
    ['NEW braunfels', 'tx', { latitude: 29.703, longitude: -98.12445 }],
    ['Gruene', 'TX', { latitude: 29.7383, longitude: -98.1042 }],
    ['Paris', 'FL', null],
    ['Nowhere at All', 'TX', null],
  ])('of %s, %s', (city, state, position) => {
    expect(positionInTexas(city, state)).toEqual(position);
  });

  it.each([
    [SAN_ANTONIO, 'In San Antonio'],
    [{ latitude: 29.83, longitude: -98.78 }, '4 miles north-west of Boerne'],
    [{ latitude: 40, longitude: -90 }, ''],
  ])('are told by the nearest town: %j', (position, text) => {
    expect(besideTown(position)).toBe(text);
  });
});

describe('coordinates', () => {
  it.each([
    ['29.42412, -98.49363', SAN_ANTONIO],
    [' 29.42412 -98.49363 ', SAN_ANTONIO],
    ['geo:29.42412,-98.49363?z=17', SAN_ANTONIO],
    ['https://www.google.com/maps/@29.42412,-98.49363,17z', SAN_ANTONIO],
    [
      'https://www.google.com/maps/place/X/@29.5,-98.5,17z/data=!3d29.42412!4d-98.49363',
      SAN_ANTONIO,
    ],
    ['https://maps.apple.com/?ll=29.42412,-98.49363&q=Wall', SAN_ANTONIO],
    ['https://www.openstreetmap.org/?mlat=29.42412&mlon=-98.49363#map=17/29.5/-98.5', SAN_ANTONIO],
    ['https://maps.app.goo.gl/abc', null],
    ['(29.42412, -98.49363)', SAN_ANTONIO],
    ['29.42412° N, 98.49363° W', SAN_ANTONIO],
    ['98.49363 W, 29.42412 N', SAN_ANTONIO],
    ['Lat: 29.42412, Long: -98.49363', SAN_ANTONIO],
    ['29°25\'26.83"N 98°29\'37.07"W', SAN_ANTONIO],
    ["29°25.4472' N, 98°29.6178' W", SAN_ANTONIO],
    ['https://www.bing.com/maps?cp=29.42412~-98.49363&lvl=17', SAN_ANTONIO],
    ['33.8688° S, 151.2093° E', { latitude: -33.8688, longitude: 151.2093 }],
    ['29.4 N, 98.4 N', null],
    ['29.4 W, 98.4 W', null],
    ['12-11', null],
    ['210-555-0147', null],
    ['91, 0', null],
    ['', null],
  ])('%j', (text, position) => {
    expect(readCoordinates(text)).toEqual(position);
  });
});

describe('a window', () => {
  it('holds all points with room around them', () => {
    const points = [SAN_ANTONIO, AUSTIN].map(toMap);
    const window = windowOver(points, 100);
    for (const point of points) {
      const { x, y } = percentIn(window, point);
      expect(Math.min(x, y)).toBeGreaterThan(10);
      expect(Math.max(x, y)).toBeLessThan(90);
    }
    expect(windowOver(points.slice(0, 1), 500).width).toBe(500);
  });

  it('shows the counties in it, and the whole state where those would be tiny', () => {
    const town = landIn(windowAround(toMap(SAN_ANTONIO), 500));
    expect(town.length).toBeGreaterThan(1);
    expect(town.length).toBeLessThan(12);
    expect(landIn(windowAround(toMap(SAN_ANTONIO), 12_000))).toHaveLength(1);
    expect(landIn(windowAround(toMap({ latitude: 40, longitude: -90 }), 500))).toEqual([]);
  });

  it('names towns that are not named anyway, inside of it and apart from each other', () => {
    const window = windowAround(toMap(SAN_ANTONIO), 800);
    const marks = [percentIn(window, toMap(SAN_ANTONIO))];
    const towns = townsIn(window, new Set(['san-antonio']), { labels: [], marks });
    const names = towns.map(({ text }) => text);
    expect(names).toContain('Schertz');
    expect(names).not.toContain('San Antonio');
    const places = placeLabels(
      towns.map(({ text, at }) => ({ text, at, unmarked: true })),
      marks,
    );
    expect(places.map(({ room }) => room)).not.toContain('none');
  });
});

describe('marks', () => {
  it('that would lie on each other are one, where the first of them is', () => {
    const window = windowAround({ x: 0, y: 0 }, 100);
    const points = [0, 3, 40, 5, 44].map((x) => ({ x, y: 0 }));
    const groups = groupedOnMap(points, (point) => point, window);
    expect(groups.map(({ at, items }) => [at.x, items.length])).toEqual([
      [0, 3],
      [40, 2],
    ]);
  });

  it('have names that lie over nothing, on wide maps more of them, on the side that has room', () => {
    const labels = [
      { text: 'San Antonio', at: { x: 40, y: 50 } },
      { text: 'Right of it', at: { x: 50, y: 50 } },
      { text: 'Over both', at: { x: 45, y: 51 }, unmarked: true as const },
      { text: 'In the east', at: { x: 96, y: 20 } },
    ];
    const marks = labels.filter(({ unmarked }) => !unmarked).map(({ at }) => at);
    expect(placeLabels(labels, marks)).toEqual([
      { room: 'any', left: true },
      { room: 'any', left: false },
      { room: 'none', left: false },
      { room: 'any', left: true },
    ]);
  });
});

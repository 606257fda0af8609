import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type Painting, paint, paintingSvg, SHAPES } from './painting.ts';
import { paintProfile, profileSvg } from './profile.ts';
import { SETTINGS } from './street.ts';
import { SUBJECTS, type SubjectName } from './subjects/index.ts';

const painting = (extra: Partial<Painting> = {}): Painting => ({
  seed: 'test',
  subject: 'marigolds',
  palette: 'fiesta',
  wall: 'brick',
  setting: 'street',
  shape: 'landscape',
  ...extra,
});
const digest = (p: Painting) =>
  createHash('sha256')
    .update(JSON.stringify(paintingSvg(p)))
    .digest('hex');

describe('the painter', () => {
  it.each(Object.keys(SUBJECTS) as SubjectName[])(
    'paints %s the same way twice, and another way for another seed',
    (subject) => {
      for (const shape of ['wide', 'portrait'] as const) {
        const one = painting({ subject, shape });
        expect(digest(one)).toBe(digest({ ...one }));
        const { mural } = paintingSvg(one);
        expect(mural).not.toMatch(/NaN|undefined|Infinity/);
      }
      expect(digest(painting({ subject }))).not.toBe(digest(painting({ subject, seed: 'other' })));
    },
  );

  it.each(SETTINGS)('puts something or nothing before a wall: %s', (setting) => {
    const { front } = paintingSvg(painting({ setting }));
    expect(front === '').toBe(setting === 'close');
    expect(front).not.toMatch(/NaN|undefined/);
  });

  it('gives a picture of the asked size with real colour in it', async () => {
    const bytes = await paint(painting({ shape: 'classic' }));
    const meta = await sharp(bytes).metadata();
    expect([meta.format, meta.width, meta.height]).toEqual(['png', ...SHAPES.classic]);
    const { channels } = await sharp(bytes).stats();
    for (const channel of channels) expect(channel.stdev).toBeGreaterThan(25);
  });

  it('shows a close-up of the same mural without the street', () => {
    const { mural, front } = paintingSvg(painting({ detail: 'left' }));
    expect(front).toBe('');
    expect(mural).not.toBe(paintingSvg(painting({ detail: 'right' })).mural);
  });

  it('refuses a word with a letter that it cannot draw', () => {
    expect(() => paintingSvg(painting({ subject: 'stacked', words: ['¿QUÉ?'] }))).toThrow(
      'The painter has no letter',
    );
  });
});

describe('the portraitist', () => {
  const look = { skin: 2, hair: 'brown', style: 'waves', palette: 'fiesta' } as const;

  it('draws one person per seed', () => {
    expect(profileSvg('a', look)).toBe(profileSvg('a', look));
    expect(profileSvg('a', look)).not.toBe(profileSvg('b', look));
  });

  it('gives a square picture', async () => {
    const meta = await sharp(await paintProfile('a', look)).metadata();
    expect([meta.format, meta.width, meta.height]).toEqual(['png', 640, 640]);
  });
});

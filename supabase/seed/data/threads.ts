import type { ThreadSeed } from './types.ts';

/** What the demo client and two artists have written to each other, oldest first. */
export const THREADS: readonly ThreadSeed[] = [
  {
    lead: 'garage-doors',
    artist: 'marisol-vega',
    messages: [
      {
        from: 'artist',
        hoursAgo: 44,
        body: 'Hi Carmen! Roll-up doors are fun: the slats give you free shading. Do they face the street or the yard?',
      },
      {
        from: 'client',
        hoursAgo: 43,
        body: 'The street. Everybody on the 20 bus sees them.\nThe left one sticks a little, in case that matters.',
      },
      {
        from: 'artist',
        hoursAgo: 27,
        body: 'It does not. I came by this morning; the metal is sound, it only needs a wash and a primer. My proposal is below: loaves on the left, marigolds on the right.',
      },
    ],
    proposal: {
      low: 3200,
      high: 3800,
      startsInDays: 21,
      days: 4,
      included: ['primer', 'coating', 'design'],
      message: 'Two rounds of sketches, anti-graffiti coating on both doors.',
      hoursAgo: 26,
    },
  },
  {
    lead: 'garage-doors',
    artist: 'dante-quiroga',
    messages: [
      {
        from: 'artist',
        hoursAgo: 40,
        body: 'I paint a lot of doors around there. The kid who tags them knows me; that usually ends it.',
      },
    ],
    proposal: {
      low: 2600,
      high: 2600,
      startsInDays: 9,
      days: 3,
      included: ['primer'],
      message: null,
      hoursAgo: 39,
    },
  },
  {
    lead: 'panaderia',
    artist: 'xochitl-ramirez',
    messages: [
      {
        from: 'artist',
        hoursAgo: 2,
        body: 'What a mother! Do you have a photograph of her from the eighties that I could look at?',
      },
    ],
  },
];

import type { ErrorCode } from '#lib/errors.ts';

/** A line of an artists' file, cell by cell, as what it stores, and the field and code of what is wrong with it. */
interface ImportCase {
  cells: Record<string, string>;
  stored?: Record<string, unknown>;
  refused?: [field: string, code: ErrorCode][];
}

/** The edges of what an import takes of an artist. TypeScript and SQL agree on these. */
export const IMPORT_CASES: ImportCase[] = [
  { cells: { name: 'Ana' }, stored: { name: 'Ana' } },
  { cells: { name: ' Ana Ruiz\t' }, stored: { name: 'Ana Ruiz' } },
  { cells: { name: '' }, refused: [['name', 'name_required']] },
  { cells: { name: '🎨'.repeat(100) }, stored: { name: '🎨'.repeat(100) } },
  { cells: { name: 'x'.repeat(101) }, refused: [['name', 'name_too_long']] },
  {
    cells: { name: 'Ana', email: 'ana@example.com', phone: "'+1 210 555 0100" },
    stored: { name: 'Ana', email: 'ana@example.com', phone: '+1 210 555 0100' },
  },
  { cells: { name: 'Ana', email: 'ana at example' }, refused: [['email', 'email_invalid']] },
  {
    cells: { name: 'Ana', email: `a@${'b'.repeat(250)}.com` },
    refused: [['email', 'email_too_long']],
  },
  {
    cells: { name: 'Ana', phone: '1'.repeat(21), city: 'x'.repeat(101), state: 'x'.repeat(51) },
    refused: [
      ['phone', 'phone_too_long'],
      ['city', 'city_too_long'],
      ['state', 'state_too_long'],
    ],
  },
  { cells: { name: 'Ana', bio: 'x'.repeat(2001) }, refused: [['bio', 'bio_too_long']] },
  { cells: { name: 'Ana', years_experience: '0' }, stored: { name: 'Ana', years_experience: 0 } },
  {
    cells: { name: 'Ana', years_experience: '100' },
    stored: { name: 'Ana', years_experience: 100 },
  },
  {
    cells: { name: 'Ana', years_experience: '101' },
    refused: [['years_experience', 'years_invalid']],
  },
  {
    cells: { name: 'Ana', years_experience: 'ten' },
    refused: [['years_experience', 'years_invalid']],
  },
  {
    cells: { name: 'Ana', years_experience: '2.5' },
    refused: [['years_experience', 'years_invalid']],
  },
  {
    cells: { name: 'Ana', styles: 'Abstract; Pop ;;', mediums: 'Spray, Acrylic' },
    stored: { name: 'Ana', styles: ['Abstract', 'Pop'], mediums: ['Spray', 'Acrylic'] },
  },
  {
    cells: { name: 'Ana', surfaces: 'x'.repeat(51) },
    refused: [['surfaces', 'list_item_too_long']],
  },
  {
    cells: {
      name: 'Ana',
      languages: 'English; Spanish',
      travel_miles: '60',
      minimum_price: '1500',
      website: 'ana.art',
      social_links: 'instagram.com/ana; https://tiktok.com/@ana',
    },
    stored: {
      name: 'Ana',
      languages: ['English', 'Spanish'],
      travel_miles: 60,
      minimum_price: 1500,
      website: 'https://ana.art',
      social_links: ['https://instagram.com/ana', 'https://tiktok.com/@ana'],
    },
  },
  {
    cells: {
      name: 'Ana',
      languages: 'x'.repeat(51),
      travel_miles: '3001',
      minimum_price: '12.50',
      website: 'javascript:alert(1)',
      social_links: 'a.co; ftp://b.co',
    },
    refused: [
      ['languages', 'list_item_too_long'],
      ['travel_miles', 'travel_invalid'],
      ['minimum_price', 'minimum_price_invalid'],
      ['website', 'website_invalid'],
      ['social_links', 'links_invalid'],
    ],
  },
  { cells: { name: 'Ana', insured: 'yes' }, stored: { name: 'Ana', insured: true } },
  { cells: { name: 'Ana', insured: 'No' }, stored: { name: 'Ana', insured: false } },
  // What stands in no cell changes nothing.
  { cells: { name: 'Ana', city: ' ', styles: '' }, stored: { name: 'Ana' } },
];

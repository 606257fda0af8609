import { slugify } from './slug.ts';

/** Every US state and the District of Columbia, abbreviation to name; `private.us_states` is the same in SQL. */
export const US_STATES: Record<string, string> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
};

const BY_NAME = new Map(
  Object.entries(US_STATES).map(([code, name]) => [name.toLowerCase(), code] as const),
);

/** 'Texas', 'tx' and ' TX ' are all 'TX'; anything that is no US state is null. */
export function stateCode(state: string | null | undefined): string | null {
  const text = state?.trim() ?? '';
  // No state has other letters, and some of those turn into plain ones when their case changes.
  if (!/^[A-Za-z\s]*$/.test(text)) return null;
  const upper = text.toUpperCase();
  if (Object.hasOwn(US_STATES, upper)) return upper;
  return BY_NAME.get(text.toLowerCase().replace(/\s+/g, ' ')) ?? null;
}

/** ('San Antonio', 'Texas') is 'san-antonio-tx'; null without a city or without a US state. */
export function citySlug(
  city: string | null | undefined,
  state: string | null | undefined,
): string | null {
  const code = stateCode(state);
  const words = slugify(city ?? '');
  return code && words ? `${words}-${code.toLowerCase()}` : null;
}

export interface Place {
  city: string;
  state: string;
}

/** 'austin' is Austin and 'McAllen' stays: the first letter of each word is a capital. */
export function capitalised(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}\p{M}'’])\p{Ll}/gu, (letter) => letter.toUpperCase());
}

/** What an address says, whether there is such a place or not: 'gotham-zz' is Gotham, ZZ; null without a state. */
export function readCitySlug(slug: string): Place | null {
  const match = /^([\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*)-([a-z]{2})$/u.exec(
    slug.toLowerCase(),
  );
  const [, words, state] = match ?? [];
  if (!words || !state) return null;
  return { city: capitalised(words.replaceAll('-', ' ')), state: state.toUpperCase() };
}

/** 'san-antonio-tx' is San Antonio, TX (section 2); null when it is no slug or does not end with a US state. */
export function parseCitySlug(slug: string): Place | null {
  const place = /^[a-z0-9-]+$/i.test(slug) ? readCitySlug(slug) : null;
  return place && stateCode(place.state) ? place : null;
}

/** 'San Antonio, TX'; the parts that exist, as they are stored. */
export function placeLabel(
  city: string | null | undefined,
  state: string | null | undefined,
): string {
  return [city, state].filter((part) => part?.trim()).join(', ');
}

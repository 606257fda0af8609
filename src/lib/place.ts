import { slugify } from './slug.ts';
import { oneLine } from './visible-text.ts';

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

/** What else states are called, dots left out; `private.state_aliases` is the same in SQL. */
export const STATE_ALIASES: Record<string, string> = {
  tex: 'TX',
  tejas: 'TX',
  ala: 'AL',
  ariz: 'AZ',
  ark: 'AR',
  calif: 'CA',
  cal: 'CA',
  colo: 'CO',
  conn: 'CT',
  fla: 'FL',
  ill: 'IL',
  ind: 'IN',
  kan: 'KS',
  kans: 'KS',
  luisiana: 'LA',
  mass: 'MA',
  mich: 'MI',
  minn: 'MN',
  miss: 'MS',
  mont: 'MT',
  neb: 'NE',
  nebr: 'NE',
  nev: 'NV',
  'n mex': 'NM',
  'nuevo mexico': 'NM',
  'nueva york': 'NY',
  okla: 'OK',
  ore: 'OR',
  oreg: 'OR',
  penn: 'PA',
  penna: 'PA',
  tenn: 'TN',
  wash: 'WA',
  'washington dc': 'DC',
  'w va': 'WV',
  wis: 'WI',
  wisc: 'WI',
  wyo: 'WY',
};

const BY_NAME = new Map([
  ...Object.entries(US_STATES).map(([code, name]) => [name.toLowerCase(), code] as const),
  ...Object.entries(STATE_ALIASES),
]);

/** 'Texas', 'tx', ' TX ', 'Tex.' and 'T.X.' are all 'TX'; anything that is no US state is null. */
export function stateCode(state: string | null | undefined): string | null {
  const text = oneLine(state ?? '').replaceAll('.', '');
  // No state has other letters, and some of those turn into plain ones when their case changes.
  if (!/^[A-Za-z ]*$/.test(text)) return null;
  const upper = text.toUpperCase();
  if (Object.hasOwn(US_STATES, upper)) return upper;
  return BY_NAME.get(text.toLowerCase()) ?? null;
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

interface Place {
  city: string;
  state: string;
}

/** No city with its state and country is longer. */
const LONGEST = 200;
const COUNTRY =
  /(,\s*(usa?|u\.s\.(a\.)?|ee\.? ?uu\.?)|[ ,]\s*(USA|united states( of america)?|estados unidos( de am[eé]rica)?))$/i;
const ZIP = /[ ,]\s*\(?\d{5}(-\d{4})?\)?$/;
/** 'TX 78205' and 'ZIP 78205' have no city but their code. */
const ZIP_ALONE = /^(tx|texas|zip|zip ?code)[ ,:]+(\d{5}(-\d{4})?)$/i;
/** A city and its state as maps, labels and people part them: 'Austin, TX', 'Austin (TX)', 'Austin - TX', 'Austin/TX'. */
const PARTED = /^(.*[^\s,])\s*([,(/]|\s[-–—])\s*([^,()]+)\)?$/;
/** Maps name the county between them. */
const COUNTY = /\s*,\s*(condado de [^,]+|[^,]+ county)$/i;

/** A city as it was typed, and the state that it ends with: 'Albany, New York' and 'Austin TX' each have one. */
function cityAndState(typed: string, code: string | null): { city: string; state: string | null } {
  if ([...typed].length > LONGEST) return { city: typed, state: null };
  const inside = typed.replace(COUNTRY, '');
  const [, label = '', zip] = ZIP_ALONE.exec(inside) ?? [];
  if (zip) return { city: zip, state: stateCode(label) };
  const city = inside.replace(ZIP, '').replace(/[\s,]+$/, '');
  const [, before = '', , behind = ''] = PARTED.exec(city) ?? [];
  if (before && stateCode(behind))
    return { city: before.replace(COUNTY, ''), state: stateCode(behind) };
  // Without a comma a word is a state only where nothing else is likely: 'Port Washington' is a name.
  for (const words of [/^(.*[^\s,]) (\S+ \S+)$/, /^(.*[^\s,]) (\S+)$/]) {
    const [, name = '', word = ''] = words.exec(city) ?? [];
    const state = stateCode(word);
    const sure = state === 'TX' || state === code || /^[A-Z]{2}$/.test(word);
    if (name && state && sure) return { city: name, state };
  }
  return { city: city || typed, state: null };
}

/**
 * A city and a state as people fill them in: 'San Antonio, TX' with or without a state beside it is San Antonio, TX.
 * A state in full stays. Two different states are left as they are. `private.read_place` is the same in SQL.
 */
export function readPlace(
  city: string | null | undefined,
  state: string | null | undefined,
): { city: string | null; state: string | null } {
  const given = oneLine(state ?? '');
  const typed = oneLine(city ?? '');
  const code = stateCode(given);
  const read = cityAndState(typed, code);
  const isFull = code !== null && US_STATES[code]?.toLowerCase() === given.toLowerCase();
  const kept = (isFull ? given : (code ?? given)) || null;
  if (read.state && given && read.state !== code) return { city: typed || null, state: kept };
  return { city: read.city || null, state: kept ?? read.state };
}

/** The city of a request: 'New Braunfels tx' is New Braunfels, 'Tulsa OK' is 'Tulsa, OK'. `private.asked_city` in SQL. */
export function askedCity(typed: string): string {
  const { city, state } = readPlace(typed, null);
  return [city ?? '', state !== 'TX' && state].filter(Boolean).join(', ');
}

/** 'austin' is Austin and 'McAllen' stays: the first letter of each word is a capital. */
export function capitalised(text: string): string {
  return text.replace(
    /(^|[^\p{L}\p{N}\p{M}'’])(\p{Ll})/gu,
    (_, before, letter: string) => before + letter.toUpperCase(),
  );
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

import { readFileSync } from 'node:fs';
import { LANGUAGE_NAMES } from '#config/language-paths.ts';
import { asService } from '../e2e/fixtures/admin-support.ts';

const read = (name: string): Record<string, string | null> =>
  JSON.parse(readFileSync(`src/config/${name}.json`, 'utf8'));
const WORDS = read('es');
const LABELS = read('es-values');

/** What `Intl` says, which speaks Spanish here, units, and names of licenses. */
const INTL =
  /(?<!\p{L})(ene|feb|mar|abr|may|jun|jul|ago|sept?|oct|nov|dic|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|lun|mié|jue|vie|sáb|dom|lunes|martes|miércoles|jueves|viernes|sábado|domingo|de|hace|dentro|hoy|ayer|mañana|segundos?|minutos?|min|horas?|h|días?|semanas?|mes|meses|años?|y|e|o|u|CC|BY|NC|SA|ND|TX|a\.?\s?m\.?|p\.?\s?m\.?|ft|m|px|KB|MB|alt\+T|vs|CST|CDT|SHA)(?!\p{L})/giu;
const ADDRESS =
  /\b[\da-f]{64}\b|\b[A-Z\d]{6}\b|\S+@\S+|https?:\S+|#\w+|(?<!\p{L})[\w-]+(\.[a-z][\w-]*)+(\/\S*)?|\/[\w/-]+/gu;

const TOWNS: string[] = JSON.parse(readFileSync('src/features/map/places.json', 'utf8'));

/** Names and what else is the same in both languages, and people of the stories. */
const SAME = [
  ...Object.keys(WORDS).filter((key) => WORDS[key] === key && !key.includes('{')),
  ...[
    'Test artist',
    'Test client',
    'Carmen Ibarra',
    'Ana Robledo',
    'Terlingua',
    ...TOWNS.map((town) => town.split('|')[0] ?? ''),
    ...Object.values(LANGUAGE_NAMES),
  ],
];
/** What rows hold and pages show as it is. */
const TABLES = [
  'artists',
  'artist_contacts',
  'murals',
  'cities',
  'city_rules',
  'estimate_rates',
  'site_facts',
  'lead_records',
  'lead_contacts',
  'lead_messages',
  'proposals',
  'reviews',
  'agreement_terms',
];

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...value.split(/\n+/)];
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

/** Every text of the database's rows that has no words of the site's own, the longest first. */
export async function ownTexts(): Promise<string[]> {
  const rows = await Promise.all(TABLES.map((table) => asService(`/rest/v1/${table}?limit=10000`)));
  const texts = new Set(rows.flatMap(textsIn).map((text) => text.replace(/\s+/g, ' ').trim()));
  const isOwn = (text: string) =>
    /^\p{Lu}\p{L}|\p{L}\s/u.test(text) && !WORDS[text] && !(text.toLowerCase() in LABELS);
  return [...SAME, ...[...texts].filter(isOwn)].toSorted((a, b) => b.length - a.length);
}

/** What texts say in letters that are not the pseudo-language's, people's own texts aside. */
export const leftIn = (texts: readonly string[], own: readonly string[]): string[] =>
  texts.filter((text) => {
    // An artist without a photo is an initial.
    let rest = text.replace(/^\p{Lu}$/u, '');
    for (const one of own) if (LETTERS.test(rest)) rest = rest.replaceAll(one, ' ');
    return LETTERS.test(rest.replace(ADDRESS, ' ').replace(INTL, ' '));
  });
const LETTERS = /[a-zà-öø-ÿ]/i;

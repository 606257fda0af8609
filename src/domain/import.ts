import { ARTIST_PROFILE_FIELDS, type ArtistProfileField, artistProfileSchema } from './artist.ts';
import { type CsvProblem, readCsv, unguarded } from './csv-read.ts';
import { LIMITS } from './limits.ts';
import { muralFormSchema } from './mural-form.ts';
import type { MuralTextField } from './mural-text.ts';
import { slugify } from './slug.ts';
import { z } from './zod.ts';

/** What an import makes of a line: `kept` is what belongs to somebody, who alone changes it. */
export const IMPORT_ACTIONS = ['create', 'update', 'same', 'kept'] as const;
export type ImportAction = (typeof IMPORT_ACTIONS)[number];

const importErrorSchema = z.object({ field: z.string().nullable(), message: z.string() });
export type ImportError = z.output<typeof importErrorSchema>;

const importChangeSchema = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() });
export type ImportChange = z.output<typeof importChangeSchema>;

/** What the database would do, or has done, with a line. */
export const importLineSchema = z.object({
  line: z.number().int(),
  /** Null where there are errors. */
  action: z.enum(IMPORT_ACTIONS).nullable(),
  name: z.string().nullable(),
  slug: z.string().nullable(),
  changes: z.array(importChangeSchema),
  errors: z.array(importErrorSchema),
});
export type ImportLine = z.output<typeof importLineSchema>;

/** A line as it is sent: what its cells hold, by the rules of the form. */
export type ImportRow = { line: number } & Record<string, unknown>;

/** What is read of a file: the rows that can be sent, what is wrong with the others, and what is not looked at. */
export interface ImportFile {
  rows: ImportRow[];
  refused: ImportLine[];
  /** Headings that mean nothing here. */
  ignored: string[];
}

/** The first two are for the whole file. */
export const IMPORT_TEXTS = {
  empty: 'This file has no lines below its headings.',
  noHeading: (heading: string) => `The first line must name the columns; one must be “${heading}”.`,
  tooLarge: `A file may have at most ${LIMITS.importRows} lines and 2 MB.`,
  tooManyCells: 'This line has more cells than there are headings',
  yesOrNo: 'Please write yes or no',
  unreadable: 'This character cannot be stored',
} as const;

/** One kind of thing that can be imported: its columns, by the headings they may have. */
export interface ImportKind {
  /** A file must have it, and each line too. */
  required: string;
  headings: Record<string, readonly string[]>;
  /** A cell as it is stored, or what is wrong with it. */
  read: (field: string, cell: string) => { value: unknown } | { message: string };
}

const YES = ['yes', 'y', 'true', '1', 'on', 'public'];
const NO = ['no', 'n', 'false', '0', 'off', 'private', 'draft'];

export function readYesOrNo(cell: string): { value: boolean } | { message: string } {
  const word = cell.toLowerCase();
  if (YES.includes(word)) return { value: true };
  return NO.includes(word) ? { value: false } : { message: IMPORT_TEXTS.yesOrNo };
}

/** 'Abstract; Pop, Op' has semicolons between its items, as an export writes them; without one, commas are. */
export const listText = (cell: string): string =>
  cell.includes(';') ? cell.split(';').join(',') : cell;

/** A price as spreadsheets write it, '$1,500', is the number that it means. */
const plainNumber = (field: string, cell: string): string =>
  field === 'minimum_price' ? cell.replace(/^\$\s*(?=\d)|,(?=\d{3}(?!\d))/g, '') : cell;

/** A cell by one field of a form's schema. */
export function readBy(schema: z.ZodType, cell: string | string[]) {
  const { success, data, error } = schema.safeParse(cell);
  return success ? { value: data } : { message: error.issues[0]?.message ?? '' };
}

const LISTS: readonly string[] = ['styles', 'mediums', 'surfaces', 'languages', 'social_links'];
const YES_OR_NO: readonly string[] = ['public', 'insured'];

export const ARTIST_IMPORT: ImportKind = {
  required: 'name',
  headings: {
    ...Object.fromEntries(ARTIST_PROFILE_FIELDS.map((field) => [field, []])),
    name: ['artist', 'artist-name', 'full-name'],
    email: ['e-mail', 'mail', 'email-address'],
    phone: ['telephone', 'phone-number'],
    bio: ['about', 'biography', 'description'],
    years_experience: ['years', 'years-of-experience', 'experience'],
    styles: ['style'],
    mediums: ['medium', 'media'],
    surfaces: ['surface'],
    languages: ['language'],
    travel_miles: ['miles', 'travel', 'travels'],
    minimum_price: ['minimum', 'price', 'price-from'],
    insured: ['insurance'],
    website: ['web', 'homepage', 'web-site'],
    social_links: ['social', 'links', 'social-media'],
    slug: [],
    public: ['public-visible', 'visible', 'published'],
  },
  read: (field, cell) => {
    if (YES_OR_NO.includes(field)) return readYesOrNo(cell);
    if (field === 'slug') return { value: cell };
    const text = LISTS.includes(field) ? listText(cell) : plainNumber(field, cell);
    return readBy(artistProfileSchema.shape[field as ArtistProfileField], text);
  },
};

/** Pictures are uploaded, not imported. */
export const MURAL_IMPORT: ImportKind = {
  required: 'title',
  headings: {
    title: ['mural', 'name'],
    artist: ['artist-slug', 'artist-email', 'by'],
    description: ['story', 'about'],
    city: [],
    state: [],
    location_details: ['place', 'address', 'location'],
    date_completed: ['completed', 'date', 'painted'],
    surface_type: ['surface'],
    medium: ['mediums'],
    width_ft: ['width'],
    height_ft: ['height'],
    styles: ['style'],
    license: ['licence'],
    credit: ['credits'],
    slug: [],
    public: ['public-visible', 'visible', 'published'],
  },
  read: (field, cell) => {
    if (field === 'public') return readYesOrNo(cell);
    if (field === 'slug' || field === 'artist') return { value: cell };
    const schema = muralFormSchema.shape[field as MuralTextField];
    // A month is enough, as pages show no day.
    if (field === 'date_completed') return readBy(schema, cell.replace(/^(\d{4}-\d{2})$/, '$1-01'));
    return readBy(schema, field === 'styles' ? listText(cell).split(',') : cell);
  },
};

/** The field that a heading names, or null. */
function fieldOf(kind: ImportKind, heading: string): string | null {
  const word = slugify(heading);
  const found = Object.entries(kind.headings).find(
    ([field, others]) => slugify(field) === word || others.includes(word),
  );
  return found?.[0] ?? null;
}

/** A line that is not imported, with the reasons. */
export function refusedLine(
  line: number,
  errors: ImportError[],
  name: string | null = null,
): ImportLine {
  return { line, action: null, name, slug: null, changes: [], errors };
}

/** A whole file that cannot be imported. */
export class ImportFileError extends Error {}

/**
 * Reads a CSV file against the rules of its kind. An empty cell says nothing about its field, so that a file with a
 * few columns changes those alone. Throws an ImportFileError when the file as a whole cannot be used.
 */
export function readImport(kind: ImportKind, text: string): ImportFile {
  const { records, problems } = readCsv(text);
  const [heading, ...lines] = records;
  const fields = heading?.cells.map((cell) => fieldOf(kind, unguarded(cell).trim())) ?? [];
  if (!fields.includes(kind.required)) {
    throw new ImportFileError(IMPORT_TEXTS.noHeading(kind.required));
  }
  if (lines.length + problems.length === 0) throw new ImportFileError(IMPORT_TEXTS.empty);
  if (lines.length > LIMITS.importRows) throw new ImportFileError(IMPORT_TEXTS.tooLarge);
  const file: ImportFile = {
    rows: [],
    refused: problems.map(({ line, message }: CsvProblem) =>
      refusedLine(line, [{ field: null, message }]),
    ),
    ignored: (heading?.cells ?? []).filter((cell, i) => cell.trim() && !fields[i]),
  };
  for (const { line, cells } of lines) {
    const { row, errors } = readLine(kind, fields, cells);
    const name = typeof row[kind.required] === 'string' ? String(row[kind.required]) : null;
    if (errors.length > 0) file.refused.push(refusedLine(line, errors, name));
    else file.rows.push({ line, ...row });
  }
  return file;
}

function readLine(kind: ImportKind, fields: readonly (string | null)[], cells: readonly string[]) {
  const row: Record<string, unknown> = {};
  const errors: ImportError[] = [];
  if (cells.slice(fields.length).some((cell) => cell.trim())) {
    errors.push({ field: null, message: IMPORT_TEXTS.tooManyCells });
  }
  fields.forEach((field, i) => {
    const cell = unguarded(cells[i] ?? '').trim();
    if (!field || field in row || (cell === '' && field !== kind.required)) return;
    const read = cell.includes('\0')
      ? { message: IMPORT_TEXTS.unreadable }
      : kind.read(field, cell);
    if ('message' in read) errors.push({ field, message: read.message });
    else row[field] = read.value;
  });
  return { row, errors };
}

/** How many lines an import makes what of. */
export interface ImportCounts extends Record<ImportAction, number> {
  errors: number;
}

export function importCounts(lines: readonly ImportLine[]): ImportCounts {
  const counts: ImportCounts = { create: 0, update: 0, same: 0, kept: 0, errors: 0 };
  for (const { action } of lines) counts[action ?? 'errors'] += 1;
  return counts;
}

/** Lines with errors first, then those that change something; otherwise as in the file. */
export function byWeight(lines: readonly ImportLine[]): ImportLine[] {
  const weight = ({ action }: ImportLine) =>
    action === null ? 0 : IMPORT_ACTIONS.indexOf(action) + 1;
  return [...lines].sort((a, b) => weight(a) - weight(b) || a.line - b.line);
}

/** 'years_experience' reads 'Years experience'. */
export function fieldLabel(field: string): string {
  const text = field.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A value of a field as a person reads it. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '—';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join(', ') || '—';
  return String(value);
}

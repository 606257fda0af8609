import {
  ARTIST_PROFILE_FIELDS,
  type ArtistProfileField,
  artistProfileSchema,
} from '#features/artists/artist.ts';
import { muralFormSchema } from '#features/murals/mural-form.ts';
import type { MuralTextField } from '#features/murals/mural-text.ts';
import { LIMITS } from '#lib/limits.ts';
import { readPlace, stateCode } from '#lib/place.ts';
import { slugify } from '#lib/slug.ts';
import { oneLine } from '#lib/visible-text.ts';
import type { z } from '#lib/zod.ts';
import type { CsvFile } from './import/csv-read.ts';
import {
  cellText,
  dateCell,
  hasDayFirst,
  isLost,
  isNothing,
  phoneCell,
  unguarded,
  wholeCell,
  yesOrNo,
} from './import-cells.ts';
import { artistDoubts } from './import-doubts.ts';
import {
  type ImportDoubts,
  type ImportError,
  type ImportLine,
  type ImportRow,
  refusedLine,
} from './import-line.ts';
import { isPhotoField, PHOTO_HEADINGS, photoCell } from './import-photos.ts';

/** What is read of a file: the rows that can be sent, what is wrong with the others, and what is not looked at. */
export interface ImportFile {
  rows: ImportRow[];
  refused: ImportLine[];
  /** Headings that mean nothing here. */
  ignored: string[];
  /** Cells that were left out of their lines, or have lost letters, by line. */
  notes: ReadonlyMap<number, ImportNote[]>;
}

/** What is said of a cell that is not imported as it stands. */
export interface ImportNote {
  field: string;
  cell: string;
  message: string;
}

/** The first two are for the whole file. */
export const IMPORT_TEXTS = {
  empty: 'This file has no lines below its headings.',
  noHeading: (heading: string) => `The first line must name the columns; one must be “${heading}”.`,
  workbook:
    'This file is a workbook. Save it as CSV in Excel, Numbers or Sheets, then choose that.',
  tooLarge: `A file may have at most ${LIMITS.importRows} lines and 2 MB.`,
  tooManyCells: 'This line has more cells than there are headings',
  yesOrNo: 'Please write yes or no',
  lost: 'The spreadsheet lost this value',
  lostLetters: 'Letters were lost before this file was saved',
  phoneLost: 'Digits are missing: format the column as text',
  dateUnclear: 'Write the date as 2024-03-15 or 3/15/2024',
  stateUnknown: 'Not a US state, so there is no city page',
  readAs: (encoding: string) => `We read this file as ${encoding}. Check the accents below.`,
  mixedBytes: (encoding: string) =>
    `Some letters of this file are not UTF-8. We read those as ${encoding}. Check the accents below.`,
} as const;

/** One kind of thing that can be imported: its columns, by the headings they may have. */
export interface ImportKind {
  /** A file must have it, and each line too. */
  required: string;
  headings: Record<string, readonly string[]>;
  /** Fields of several lines; all others are one. */
  long: readonly string[];
  /** A cell as it is stored, or what is wrong with it. `column` has all cells of its column. */
  read: (field: string, cell: string, column: Column) => CellValue;
  /** What should be looked at first. */
  doubts?: (lines: readonly ImportLine[], rows: readonly ImportRow[]) => ImportDoubts;
}
type CellValue = { value: unknown } | { message: string };

/** What the other cells of a column say of each. */
interface Column {
  dayFirst: boolean;
}

function readYesOrNo(cell: string): CellValue {
  const value = yesOrNo(cell);
  return value === null ? { message: IMPORT_TEXTS.yesOrNo } : { value };
}

/** 'Abstract; Pop, Op' has semicolons between its items, as an export writes them; without one, bars, lines or commas are. */
const listText = (cell: string): string =>
  cell.includes(';') ? cell.split(';').join(',') : cell.replace(/\s*[|\n]\s*/g, ',');

/** A cell by one field of a form's schema; what has no clear meaning is refused in the words of that field. */
function readBy(schema: z.ZodType, cell: string | string[] | null): CellValue {
  const { success, data, error } = schema.safeParse(cell ?? UNCLEAR);
  return success ? { value: data } : { message: error.issues[0]?.message ?? '' };
}

/** No number, no day. */
const UNCLEAR = '?';

const LISTS: readonly string[] = ['styles', 'mediums', 'surfaces', 'languages', 'social_links'];
const YES_OR_NO: readonly string[] = ['public', 'insured'];
const WHOLE_NUMBERS: readonly string[] = ['years_experience', 'travel_miles', 'minimum_price'];

/** The last part of an address is its slug. */
const slugText = (cell: string) => cell.replace(/^.*\/(?=[^/]+\/?$)/, '').replace(/\/$/, '');

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
    ...PHOTO_HEADINGS,
  },
  long: ['bio', 'images'],
  doubts: artistDoubts,
  read: (field, cell) => {
    if (isPhotoField(field)) return photoCell(field, cell);
    if (YES_OR_NO.includes(field)) return readYesOrNo(cell);
    if (field === 'slug') return { value: slugText(cell) };
    const schema = artistProfileSchema.shape[field as ArtistProfileField];
    if (WHOLE_NUMBERS.includes(field)) return readBy(schema, wholeCell(cell));
    if (field !== 'phone') return readBy(schema, LISTS.includes(field) ? listText(cell) : cell);
    const phone = phoneCell(cell);
    return phone === null ? { message: IMPORT_TEXTS.phoneLost } : readBy(schema, phone);
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
  long: ['description', 'location_details'],
  read: (field, cell, { dayFirst }) => {
    if (field === 'public') return readYesOrNo(cell);
    if (field === 'slug') return { value: slugText(cell) };
    if (field === 'artist') return { value: cell };
    const schema = muralFormSchema.shape[field as MuralTextField];
    if (field === 'width_ft' || field === 'height_ft') return readBy(schema, cell);
    if (field === 'license') return readBy(schema, licenseText(cell));
    if (field !== 'date_completed')
      return readBy(schema, field === 'styles' ? listText(cell).split(',') : cell);
    const day = dateCell(cell, dayFirst);
    return day === null ? { message: IMPORT_TEXTS.dateUnclear } : readBy(schema, day);
  },
};

/** 'CC BY-SA 4.0' is 'cc-by-sa'. */
const licenseText = (cell: string) => slugify(cell.replace(/\s*\d\.\d$/, ''));

function fieldOf(kind: ImportKind, heading: string): string | null {
  const word = slugify(heading);
  const found = Object.entries(kind.headings).find(
    ([field, others]) => slugify(field) === word || others.includes(word),
  );
  return found?.[0] ?? null;
}

/** Whether a record names the column that a file must have. */
const isHeading = (kind: ImportKind, cells: readonly string[]) =>
  cells.some((cell) => fieldOf(kind, unguarded(cell).trim()) === kind.required);

/** How files of Excel and Numbers begin, whatever they are called. */
const WORKBOOK = 'PK\x03\x04';

/** A whole file that cannot be imported. */
export class ImportFileError extends Error {}

/**
 * What a CSV file says by the rules of its kind. An empty cell says nothing about its field, so that a file with a
 * few columns changes those alone. Throws an ImportFileError when the file as a whole cannot be used.
 */
export function readImport(kind: ImportKind, { records, problems }: CsvFile): ImportFile {
  if (records[0]?.cells[0]?.startsWith(WORKBOOK)) throw new ImportFileError(IMPORT_TEXTS.workbook);
  const first = records.slice(0, LIMITS.importTitleLines + 1);
  const above = first.findIndex(({ cells }) => isHeading(kind, cells));
  const [heading, ...others] = records.slice(Math.max(above, 0));
  const fields = heading?.cells.map((cell) => fieldOf(kind, unguarded(cell).trim())) ?? [];
  if (!fields.includes(kind.required)) {
    throw new ImportFileError(IMPORT_TEXTS.noHeading(kind.required));
  }
  // Files that were joined repeat their headings.
  const names = String(heading?.cells.map(cellText));
  const lines = others.filter(({ cells }) => String(cells.map(cellText)) !== names);
  if (lines.length + problems.length === 0) throw new ImportFileError(IMPORT_TEXTS.empty);
  if (lines.length > LIMITS.importRows) throw new ImportFileError(IMPORT_TEXTS.tooLarge);
  const refused = problems.map(({ line, message }) =>
    refusedLine(line, [{ field: null, message }]),
  );
  const ignored = (heading?.cells ?? []).map(cellText).filter((cell, i) => cell && !fields[i]);
  const columns = fields.map((_, i) => ({
    dayFirst: hasDayFirst(lines.map(({ cells }) => (cells[i] ?? '').trim())),
  }));
  const rows: ImportRow[] = [];
  const notes = new Map<number, ImportNote[]>();
  for (const { line, cells } of lines) {
    const read = readLine(kind, fields, columns, cells);
    const name =
      typeof read.row[kind.required] === 'string' ? String(read.row[kind.required]) : null;
    if (read.errors.length > 0) refused.push(refusedLine(line, read.errors, name));
    else rows.push({ line, ...read.row });
    if (read.notes.length > 0) notes.set(line, read.notes);
  }
  return { rows, refused, ignored, notes };
}

/** A line by its cells. Only what a line must have refuses it: other cells that are not clear are left out. */
function readLine(
  kind: ImportKind,
  fields: readonly (string | null)[],
  columns: readonly Column[],
  cells: readonly string[],
) {
  const row: Record<string, unknown> = {};
  const errors: ImportError[] = [];
  const notes: ImportNote[] = [];
  if (cells.slice(fields.length).some((cell) => cell.trim())) {
    errors.push({ field: null, message: IMPORT_TEXTS.tooManyCells });
  }
  fields.forEach((field, i) => {
    if (!field || field in row) return;
    const text = cellText(cells[i] ?? '');
    const cell = kind.long.includes(field) || LISTS.includes(field) ? text : oneLine(text);
    const isEmpty = cell === '' || isNothing(cell);
    if (isEmpty && field !== kind.required) return;
    const read = isLost(cell)
      ? { message: IMPORT_TEXTS.lost }
      : kind.read(field, isEmpty ? '' : cell, columns[i] ?? { dayFirst: false });
    if ('value' in read) row[field] = read.value;
    else if (field === kind.required) errors.push({ field, message: read.message });
    else notes.push({ field, cell, message: read.message });
    if (cell.includes('\ufffd')) notes.push({ field, cell, message: IMPORT_TEXTS.lostLetters });
  });
  const whole: Record<string, unknown> = { ...row, ...placeOf(row, notes) };
  return { row: whole, errors, notes };
}

/** The city and the state that a line means; nothing where it has neither. */
function placeOf({ city, state }: Record<string, unknown>, notes: ImportNote[]) {
  const read = readPlace(city as string | undefined, state as string | undefined);
  const code = stateCode(read.state) ?? read.state;
  if (code && !stateCode(code))
    notes.push({ field: 'state', cell: code, message: IMPORT_TEXTS.stateUnknown });
  return { ...(read.city && { city: read.city }), ...(code && { state: code }) };
}

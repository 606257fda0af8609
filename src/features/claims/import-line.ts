import { z } from '#lib/zod.ts';

/** What an import makes of a line: `kept` is what belongs to an artist, who alone changes it. */
const IMPORT_ACTIONS = ['create', 'update', 'same', 'kept'] as const;
type ImportAction = (typeof IMPORT_ACTIONS)[number];

const importErrorSchema = z.object({ field: z.string().nullable(), message: z.string() });
export type ImportError = z.output<typeof importErrorSchema>;

const importChangeSchema = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() });
type ImportChange = z.output<typeof importChangeSchema>;

/** What the database would do, or has done, with a line. */
export const importLineSchema = z.object({
  line: z.number().int(),
  /** Null where there are errors. */
  action: z.enum(IMPORT_ACTIONS).nullable(),
  name: z.string().nullable(),
  slug: z.string().nullable(),
  changes: z.array(importChangeSchema),
  errors: z.array(importErrorSchema),
  /** What the database leaves out of a line. */
  notes: z.array(importErrorSchema).default([]),
  /** Artists that are there, of the same name as a new one. */
  namesakes: z.array(z.object({ name: z.string(), city: z.string().nullable() })).default([]),
});
export type ImportLine = z.output<typeof importLineSchema>;

/** A line as it is sent: what its cells hold, by the rules of the form. */
export type ImportRow = { line: number } & Record<string, unknown>;

/** A line that is not imported, with the reasons. */
export function refusedLine(
  line: number,
  errors: ImportError[],
  name: string | null = null,
): ImportLine {
  return { line, action: null, name, slug: null, changes: [], errors, notes: [], namesakes: [] };
}

/** What an admin should look at before a line is imported: likely duplicates and gaps, by line. */
export type ImportDoubts = ReadonlyMap<number, readonly string[]>;

/** How many lines an import makes what of. */
type ImportCounts = Record<ImportAction | 'errors', number>;

export function importCounts(lines: readonly ImportLine[]): ImportCounts {
  const counts: ImportCounts = { create: 0, update: 0, same: 0, kept: 0, errors: 0 };
  for (const { action } of lines) counts[action ?? 'errors'] += 1;
  return counts;
}

/** What a row that is new will hold, as a preview shows it, without what the database leaves out. */
export function rowChanges({ line: _, ...fields }: ImportRow, notes: readonly ImportError[] = []) {
  return Object.entries(fields)
    .filter(([field]) => !notes.some((note) => note.field === field))
    .map(([field, to]): ImportChange => ({ field, from: null, to }));
}

/** What a cell of a line holds, for a sentence about it. */
export const cellOf = (row: ImportRow | undefined, field: string | null): string | null => {
  const value = field === null ? undefined : row?.[field];
  return value === undefined || value === null ? null : valueText(value);
};

/** Lines with errors first, then those to look at, then those that change something; otherwise as in the file. */
export function byWeight(lines: readonly ImportLine[], doubts: ImportDoubts): ImportLine[] {
  const weight = ({ action, line }: ImportLine) => {
    if (action === null) return 0;
    return doubts.has(line) ? 1 : IMPORT_ACTIONS.indexOf(action) + 2;
  };
  return [...lines].sort((a, b) => weight(a) - weight(b) || a.line - b.line);
}

/** A value of a field as a person reads it. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '—';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join(', ') || '—';
  return String(value);
}

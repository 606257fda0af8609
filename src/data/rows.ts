import type { z } from '#lib/zod.ts';

/** A read that failed or a row that does not parse: says which table and row, so that the operator can act. */
export class ReadError extends Error {
  constructor(table: string, reason: string) {
    // The client puts the error's own name before its sentence.
    super(`Reading ${table} failed: ${reason.replace(/^ProjectUnreachable: /, '')}`);
    this.name = 'ReadError';
  }
}

interface Answer {
  data: unknown;
  error: { message: string } | null;
}

/** Rows of a PostgREST answer, each parsed by its domain schema; throws a `ReadError` on the first that is wrong. */
export function parseRows<S extends z.ZodType>(
  table: string,
  schema: S,
  { data, error }: Answer,
): z.output<S>[] {
  if (error) throw new ReadError(table, error.message);
  if (!Array.isArray(data)) throw new ReadError(table, 'the answer is no list');
  return data.map((row) => {
    const result = schema.safeParse(row);
    if (result.success) return result.data;
    const issue = result.error.issues[0];
    const name = row?.slug ?? row?.id ?? JSON.stringify(row);
    throw new ReadError(
      table,
      `row '${name}', column '${issue?.path.join('.')}': ${issue?.message}`,
    );
  });
}

const READ_PAGE = 1000;

/**
 * A whole table in pages, by key and not by offset: the cost does not grow with the position, and a row
 * that is added meanwhile neither repeats nor hides another.
 */
export async function readAll<Row extends { id: string }>(
  readAfter: (id: string | null, limit: number) => PromiseLike<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await readAfter(rows.at(-1)?.id ?? null, READ_PAGE);
    for (const row of page) rows.push(row);
    if (page.length < READ_PAGE) return rows;
  }
}

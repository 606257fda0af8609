import type { Queryable } from '#embedded/index.ts';
import { become, codeOf } from './actors.ts';
import { ACTORS, type Actor, caller } from './world.ts';

/** What one actor gets for one case: `expected` is the cell of the table in the test. */
export interface Cell {
  subject: string;
  actor: Actor;
  expected: string;
}

/**
 * Reads a table of the form `case | anon | client | ...`, one line a case.
 * @throws when a line has too few cells: every cell is asserted, none is left out.
 */
export function cells(table: string): Cell[] {
  const [head, ...lines] = table
    .trim()
    .split('\n')
    .filter((line) => line.trim() && !/^[\s|-]+$/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const actors = head?.slice(1) as Actor[];
  if (actors?.join() !== ACTORS.join()) throw new Error(`The table must name ${ACTORS.join(', ')}`);
  return lines.flatMap(([subject = '', ...row]) => {
    if (row.length !== actors.length)
      throw new Error(`"${subject}" needs ${actors.length} cells, has ${row.length}`);
    return row.map((expected, n) => ({ subject, actor: actors[n] as Actor, expected }));
  });
}

/** What happens when the transaction's caller runs this, in the table's own notation. */
async function outcome(tx: Queryable, run: (tx: Queryable) => Promise<string>): Promise<string> {
  try {
    return await run(tx);
  } catch (error) {
    const code = codeOf(error);
    return code === '42501' ? 'x' : code;
  }
}

/** Runs each cell and undoes it: the cells that came out differently, each as a sentence. */
export async function mismatches(
  tx: Queryable,
  table: Cell[],
  runs: (subject: string) => (tx: Queryable) => Promise<string>,
): Promise<string[]> {
  const found: string[] = [];
  for (const [actor, own] of Map.groupBy(table, (cell) => cell.actor)) {
    await tx.sql('savepoint actor');
    await become(tx, caller(actor));
    await tx.sql('savepoint cell');
    for (const { subject, expected } of own) {
      const got = await outcome(tx, runs(subject));
      if (got !== expected) found.push(`${subject} as ${actor}: expected ${expected}, got ${got}`);
      // The savepoint stays, and with it who calls.
      await tx.sql('rollback to savepoint cell');
    }
    await tx.sql('rollback to savepoint actor');
  }
  return found;
}

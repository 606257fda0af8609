import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Mutation } from './table.ts';

const MISSED = 'NOT NOTICED';
// Colours of a terminal: \u001b[31m and the like.
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** A sentence for each that cannot be made: no such number, or its line is no longer there. */
export async function rejected(
  root: string,
  numbers: readonly number[],
  all: readonly Mutation[],
): Promise<string[]> {
  const faults = numbers.map(async (number) => {
    const mutation = all[number - 1];
    if (!mutation) return `There is no mutation ${number}: they are 1 to ${all.length}.`;
    if (!mutation.find) return null;
    const text = await readFile(path.join(root, mutation.file), 'utf8').catch(() => '');
    const times = text.split(mutation.find).length - 1;
    return times === 1
      ? null
      : `Mutation ${number}: ${mutation.file} has "${mutation.find}" ${times} times, not once.`;
  });
  return (await Promise.all(faults)).filter((fault) => fault !== null);
}

/** One line of the table: the place, and the first test that failed. */
export function resultOf(
  number: number,
  { file, breaks }: Mutation,
  { code, output }: { code: number | null; output: string },
): string {
  const place = `${String(number).padStart(2)}  ${file}: ${breaks}`;
  if (code === null) return `${place}\n      left to the stories`;
  if (code === 0) return `${place}\n      ${MISSED}`;
  const [first] = output.replace(COLOUR, '').match(/^\s*FAIL(?:ED)? .*$/m) ?? [];
  return `${place}\n      ${first?.trim() ?? `failed with exit code ${code}: ${output.slice(-300)}`}`;
}

export function report(results: readonly string[]): { table: string; missed: number } {
  const missed = results.filter((result) => result.endsWith(MISSED)).length;
  const noticed = `${results.length - missed} of ${results.length} noticed`;
  return { table: `\n${results.join('\n')}\n\n${noticed}`, missed };
}

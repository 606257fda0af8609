import { groupBy } from '#lib/group-by.ts';
import { stateCode } from '#lib/place.ts';
import { nameKey } from '#lib/slug.ts';
import type { ImportLine, ImportRow } from './import-line.ts';

/** Of artists that are new: another one of the same name, no city, a state that has no pages. */
export function artistDoubts(
  lines: readonly ImportLine[],
  rows: readonly ImportRow[],
): Map<number, string[]> {
  const rowOf = new Map(rows.map((row): [number, Record<string, unknown>] => [row.line, row]));
  const isNew = ({ action }: ImportLine) => action === 'create';
  const named = groupBy(lines.filter(isNew), ({ name }) => nameKey(name ?? ''));
  return new Map(
    lines.filter(isNew).flatMap((line): [number, string[]][] => {
      const { city, state } = rowOf.get(line.line) ?? {};
      const key = nameKey(line.name ?? '');
      const others = (key && named.get(key)) || [];
      const said = [
        ...line.namesakes.map(
          (other) => `Same name as ${[other.name, other.city].filter(Boolean).join(' in ')}`,
        ),
        ...others.flatMap((other) =>
          other.line === line.line ? [] : [`Same name as line ${other.line}`],
        ),
        ...(city ? [] : ['No city']),
        ...(typeof state === 'string' && !stateCode(state) ? ['Unknown state'] : []),
      ];
      return said.length > 0 ? [[line.line, said]] : [];
    }),
  );
}

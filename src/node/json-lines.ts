import { readFile } from 'node:fs/promises';
import { ifExists } from './files.ts';

/** What a file of JSON lines says; `isWhole` unless a crash has cut one of them off, which is left out. */
export async function readJsonLines<T>(file: string): Promise<{ entries: T[]; isWhole: boolean }> {
  const text = (await ifExists(readFile(file, 'utf8'))) ?? '';
  const lines = text.split('\n').filter(Boolean);
  const entries = lines.flatMap((line): T[] => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
  const isWhole = entries.length === lines.length && (text === '' || text.endsWith('\n'));
  return { entries, isWhole };
}

/** As such a file has them. */
export const jsonLines = (entries: readonly object[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');

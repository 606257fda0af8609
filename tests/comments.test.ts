import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const SOURCES = execFileSync(
  'git',
  ['ls-files', 'src', 'supabase/embedded', 'supabase/schemas', 'scripts'],
  { encoding: 'utf8', maxBuffer: 1 << 26 },
)
  .split('\n')
  .filter((path) => /\.(tsx?|css|astro|cjs|sql)$/.test(path) && !/\.test\.tsx?$/.test(path));

/** Words that comments do without: they name the client, and are in American English. */
const REFUSED = /\b(whoever asked|colour|centre|neighbour|grey|favour|behaviour)\w*/gi;

/** In the database's comments, whose readers look for a client, an artist, an admin or a visitor. */
const NAMELESS = /\b(whoever|somebody|is told)\b/gi;

function commentsOf(path: string, text: string): string[] {
  return path.endsWith('.sql')
    ? (text.match(/--.*|comment on [^;]*;/g) ?? [])
    : (text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm) ?? []);
}

const refusedIn = (path: string, text: string) =>
  commentsOf(path, text)
    .map((comment) => comment.replace(/\s+(\*|\/\/)?\s*/g, ' '))
    .flatMap((comment) => [
      ...(comment.match(REFUSED) ?? []),
      ...((path.startsWith('supabase/schemas') && comment.match(NAMELESS)) || []),
    ])
    .map((word) => `${path}: ${word}`);

it('comments name the client and are in American English', () => {
  const found = SOURCES.flatMap((path) => refusedIn(path, readFileSync(path, 'utf8')));
  expect(SOURCES.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});

it.each([
  ['a.ts', '// Whoever asked sees it.\n'],
  ['a.tsx', '/**\n * What whoever\n * asked sees.\n */'],
  ['a.css', 'a { /* The colour of links. */ }'],
  ['a.sql', "comment on table a is 'What whoever asked said.';"],
  ['a.sql', 'select 1; -- Its neighbours.'],
  ['supabase/schemas/a.sql', '-- Its artist is told.'],
])('finds it in %s: %s', (path, text) => expect(refusedIn(path, text)).toHaveLength(1));

it('leaves code and names alone', () =>
  expect(refusedIn('a.ts', "image.toColourspace('srgb'); // Colors of a screen.")).toEqual([]));

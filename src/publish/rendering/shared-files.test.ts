import { expect, it } from 'vitest';
import { type Module, sharedFiles } from './shared-files.ts';

interface Given {
  bytes?: Record<string, number>;
  /** What imports them later. */
  later?: Record<string, string>;
  /** Entries that load nothing in vain. */
  dear?: string[];
  /** Each has a file of its own to begin with. */
  named?: boolean;
}

/** Modules by name: what each imports. Pages are `A` to `Z`. */
function modules(
  graph: Record<string, string>,
  { bytes = {}, later = {}, dear = [], named }: Given = {},
): Map<string, Module> {
  return new Map(
    Object.entries(graph).map(([id, imports]) => [
      id,
      {
        bytes: bytes[id] ?? 100,
        imports: imports.split(' ').filter(Boolean),
        isPage: /^[A-Z]$/.test(id),
        importedLaterBy: later[id]?.split(' ') ?? [],
        bytesForAFile: dear.includes(id) ? 1 : 1000,
        file: named ? id : undefined,
      },
    ]),
  );
}
const files = (...args: Parameters<typeof modules>) =>
  sharedFiles(modules(...args))
    .map(({ modules: ids }) => ids.sort().join(' '))
    .sort();

it('puts what the same pages need into one file, and leaves what one page needs with it', () => {
  expect(files({ A: 'a b c', B: 'a b', a: '', b: '', c: '' })).toEqual(['a b']);
});

const THREE = { A: 'a b', B: 'a b', C: 'b', a: '', b: '' };

it('joins files where that saves more ways than it loads in vain', () => {
  expect(files(THREE)).toEqual(['a b']);
  expect(files(THREE, { bytes: { a: 5000 } })).toEqual(['a', 'b']);
  expect(files(THREE, { dear: ['C'] })).toEqual(['a', 'b']);
});

it('counts what a file brings along', () => {
  const graph = { A: 'a b', B: 'a b', C: 'b', D: 'big', a: 'big', b: '', big: '' };
  expect(files(graph, { bytes: { big: 9000 } })).toEqual(['a big', 'b']);
});

it('leaves no two files that wait for each other', () => {
  const graph = { A: 'a', B: 'a', a: 'third', c: '', third: 'c' };
  expect(files(graph, { named: true })).toEqual(['a c third']);
});

it('needs no file of its own for what is there before a later import', () => {
  const graph = { A: 'a', B: 'a', later: 'a b', other: 'b', a: '', b: '' };
  const found = files(graph, { later: { later: 'A B', other: 'A' }, bytes: { a: 9000, b: 9000 } });
  expect(found).toEqual(['a', 'b']);
});

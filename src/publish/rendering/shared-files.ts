export interface Module {
  /** Of its source. */
  bytes: number;
  imports: readonly string[];
  /** A page's own script or island. */
  isPage: boolean;
  importedLaterBy: readonly string[];
  /** What a file fewer may cost it, where it is an entry: where a page begins, or what is imported later. */
  bytesForAFile: number;
  /** All modules of one name are one file; null: not to be placed. */
  file?: string | null;
}
type Modules = ReadonlyMap<string, Module>;

interface File {
  modules: string[];
  bytes: number;
  imports: Set<File>;
}
interface Entry {
  bytesForAFile: number;
  files: Set<File>;
  /** Those of them that are there already, whatever way leads to it. */
  before: Set<File>;
}
interface Pair {
  a: File;
  b: File;
  gain: number;
}

/**
 * Gives the files of all modules that more than one entry needs. First those that the same entries need are one file,
 * so that nothing is loaded in vain; then two become one as long as entries save more ways to the server by that than
 * the bytes that they load in vain are worth. Two that import each other by way of a third do not stay so: all that
 * load one load all three, and joining them costs nothing.
 */
export function sharedFiles(modules: Modules): File[] {
  const { files, entries } = exactFiles(modules);
  const all = new Set(files);
  let pairs: Pair[] = [];
  const pairWith = (a: File, others: Iterable<File>) => {
    for (const b of others) pairs.push({ a, b, gain: gainOf(a, b, entries) });
  };
  files.forEach((file, index) => {
    pairWith(file, files.slice(index + 1));
  });
  for (;;) {
    pairs = pairs.filter(({ a, b, gain }) => gain > 0 && all.has(a) && all.has(b));
    if (pairs.length === 0) return [...all];
    const best = pairs.reduce((one, other) => (other.gain > one.gain ? other : one));
    // What was joined since may have made it dearer.
    const now = gainOf(best.a, best.b, entries);
    if (now < best.gain) {
      best.gain = now;
      continue;
    }
    const joined = join(best, all, entries);
    pairWith(joined, all);
    all.add(joined);
  }
}

/** Files saved where both are loaded, less those that are worth what others would load in vain. */
function gainOf(a: File, b: File, entries: readonly Entry[]): number {
  let gain = 0;
  for (const { files, before } of entries)
    if (files.has(a) && files.has(b) && !(before.has(a) && before.has(b))) gain += 1;
  for (const { files, bytesForAFile } of entries) {
    if (gain <= 0) return 0;
    if (files.has(a) === files.has(b)) continue;
    const other = files.has(a) ? b : a;
    for (const file of withImports(other))
      if (!files.has(file)) gain -= file.bytes / bytesForAFile + (file === other ? 0 : 1);
  }
  return gain;
}

function join({ a, b }: Pair, all: Set<File>, entries: readonly Entry[]): File {
  const joined: File = {
    modules: [...a.modules, ...b.modules],
    bytes: a.bytes + b.bytes,
    imports: a.imports.union(b.imports),
  };
  const replaceIn = (files: Set<File>): boolean => {
    const had = [files.delete(a), files.delete(b)].includes(true);
    if (had) files.add(joined);
    return had;
  };
  replaceIn(all);
  all.delete(joined);
  for (const { imports } of [...all, joined]) replaceIn(imports);
  joined.imports.delete(joined);
  for (const { files, before } of entries)
    for (const set of [files, before])
      if (replaceIn(set)) for (const file of withImports(joined)) set.add(file);
  return joined;
}

const withImports = (file: File) => reached([file], ({ imports }) => imports);

function exactFiles(modules: Modules): { files: File[]; entries: Entry[] } {
  const importsOf = (id: string) => modules.get(id)?.imports ?? [];
  const needs = new Map<string, Set<string>>();
  for (const [id, { isPage, importedLaterBy }] of modules)
    if (isPage || importedLaterBy.length > 0) needs.set(id, reached([id], importsOf));
  const before = loadedBefore(modules, needs);

  const files = new Map<string, File>();
  const fileOf = new Map<string, File>();
  for (const [id, { bytes, isPage, file: name }] of modules) {
    const needing = [...needs]
      .filter(([entry, needed]) => needed.has(id) && !before.get(entry)?.has(id))
      .map(([entry]) => entry);
    if (isPage || needing.length < 2 || name === null) continue;
    const key = name ?? needing.join();
    const file = files.get(key) ?? { modules: [], bytes: 0, imports: new Set() };
    file.modules.push(id);
    file.bytes += bytes;
    files.set(key, file);
    fileOf.set(id, file);
  }

  const filesOf = (ids: Iterable<string>) =>
    new Set([...ids].flatMap((id) => fileOf.get(id) ?? []));
  for (const file of files.values()) {
    file.imports = filesOf(file.modules.flatMap(importsOf));
    file.imports.delete(file);
  }
  const entries = [...needs].map(([id, needed]) => ({
    bytesForAFile: modules.get(id)?.bytesForAFile ?? 0,
    before: filesOf(before.get(id) ?? []),
    files: filesOf([...needed, ...(before.get(id) ?? [])]),
  }));
  return { files: [...files.values()], entries };
}

/** For each entry the modules that whatever may import it has loaded. */
function loadedBefore(modules: Modules, needs: ReadonlyMap<string, Set<string>>) {
  const before = new Map<string, Set<string>>();
  const loaded = (entry: string, asking: readonly string[]): Set<string> => {
    const { isPage = true, importedLaterBy = [] } = modules.get(entry) ?? {};
    if (isPage || asking.includes(entry)) return new Set();
    const ways = [...needs]
      .filter(
        ([parent, needed]) => parent !== entry && importedLaterBy.some((id) => needed.has(id)),
      )
      .map(([parent, needed]) => needed.union(loaded(parent, [...asking, entry])));
    return ways.reduce((one, other) => one.intersection(other), ways[0] ?? new Set<string>());
  };
  for (const entry of needs.keys()) before.set(entry, loaded(entry, []));
  return before;
}

function reached<T>(from: readonly T[], next: (one: T) => Iterable<T>): Set<T> {
  const found = new Set(from);
  for (const one of found) for (const other of next(one)) found.add(other);
  return found;
}
